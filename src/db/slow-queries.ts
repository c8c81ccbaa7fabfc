import type { Logger } from '../log/logger.ts'

export interface SlowQueriesOptions {
  database: string
  /** ms; 0 tells of none */
  fromMs: number
  log: Pick<Logger, 'warn'>
  /** ms of any clock that only goes forward */
  now?: (() => number) | undefined
}

/** Lines at once, and the ms until there is one more: a disk that stands still makes every statement slow. */
const lines = { burst: 10, everyMs: 10_000 }
/** Characters that are looked at: the rest of a long list says nothing. */
const longest = 4000

/** Tells of statements that took long, without what was in them. @returns whether it was one */
export function createSlowQueries({
  database,
  fromMs,
  log,
  now = performance.now.bind(performance),
}: SlowQueriesOptions) {
  let fullAt = 0
  let untold = 0
  return (sql: string, ms: number): boolean => {
    if (fromMs === 0 || ms < fromMs) return false
    const next = Math.max(fullAt, now()) + lines.everyMs
    if (next - now() > lines.burst * lines.everyMs) {
      untold++
      return true
    }
    fullAt = next
    log.warn('A statement was slow', {
      database,
      statement: withoutValues(sql),
      durationMs: Math.round(ms),
      ...(untold > 0 && { untold }),
    })
    untold = 0
    return true
  }
}

/** `select * from users where login = ?`: also where a value was written into the text. */
export function withoutValues(sql: string): string {
  return sql
    .slice(0, longest)
    .replaceAll(/'(?:[^']|'')*('|$)/g, '?')
    .replaceAll(/(?<![\w"?])-?\d[\w.]*/g, '?')
    .replaceAll(/\?(?:\s*,\s*\?)+/g, '?…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
