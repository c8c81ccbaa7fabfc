import type { Logger } from '../log/logger.ts'

export interface SlowQueriesOptions {
  database: string
  /** Duration from which a statement counts as slow, ms; 0 disables the log */
  fromMs: number
  log: Pick<Logger, 'warn'>
  /** Monotonic clock, ms */
  now?: (() => number) | undefined
}

/**
 * Rate limit of log lines, because a stalled disk makes every statement slow: burst size, and the ms per further line.
 */
const lines = { burst: 10, everyMs: 10_000 }
/** Max characters of a statement that are scanned: the rest of a long list is not informative. */
const longest = 4000

/** Logs slow statements without their values. @returns whether the statement was slow */
export function createSlowQueries({
  database,
  fromMs,
  log,
  now = performance.now.bind(performance),
}: SlowQueriesOptions) {
  let fullAt = 0
  let suppressed = 0
  return (sql: string, ms: number): boolean => {
    if (fromMs === 0 || ms < fromMs) return false
    const next = Math.max(fullAt, now()) + lines.everyMs
    if (next - now() > lines.burst * lines.everyMs) {
      suppressed++
      return true
    }
    fullAt = next
    log.warn('Slow statement', {
      database,
      statement: withoutValues(sql),
      durationMs: Math.round(ms),
      ...(suppressed > 0 && { suppressed }),
    })
    suppressed = 0
    return true
  }
}

/** Replaces literals with placeholders: `select * from users where login = ?` */
export function withoutValues(sql: string): string {
  return sql
    .slice(0, longest)
    .replaceAll(/'(?:[^']|'')*('|$)/g, '?')
    .replaceAll(/(?<![\w"?])-?\d[\w.]*/g, '?')
    .replaceAll(/\?(?:\s*,\s*\?)+/g, '?…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
