import type { Client, InArgs, InStatement, TransactionMode } from '@libsql/client/sqlite3'
import type { Logger } from '../log/logger.ts'
import type { ReadAll, ReadOne } from './prepared.ts'

/** Observer of a database's activity; times in ms. */
export interface DbObserver {
  /** Called after each statement, or once for a batch with its first statement; also after failures. */
  ran(sql: string, ms: number): void
  /** Called when a write begins, with the time that it has waited for its turn. */
  waited(ms: number): void
  /** Called when a write will be retried because another process is writing. */
  wasBusy(): void
}

export function observeClient(client: Client, { ran }: Pick<DbObserver, 'ran'>): Client {
  const execute = client.execute.bind(client) as (
    statement: InStatement,
    args?: InArgs,
  ) => ReturnType<Client['execute']>
  const batch = client.batch.bind(client)
  return Object.assign(client, {
    execute: (statement: InStatement, args?: InArgs) =>
      timed(
        () => execute(statement, args),
        (ms) => ran(textOf(statement), ms),
      ),
    batch: (statements: Parameters<Client['batch']>[0], mode?: TransactionMode) =>
      timed(
        () => batch(statements, mode),
        (ms) => ran(textOf(statements[0] ?? ''), ms),
      ),
  })
}

export function observeRead<Read extends ReadOne | ReadAll>(sql: string, read: Read, { ran }: DbObserver): Read {
  const observed = (...parameters: (string | number)[]) => {
    const startedAt = performance.now()
    const answer = read(...parameters)
    ran(sql, performance.now() - startedAt)
    return answer
  }
  return observed as Read
}

async function timed<Answer>(run: () => Promise<Answer>, report: (ms: number) => void): Promise<Answer> {
  const startedAt = performance.now()
  try {
    return await run()
  } finally {
    report(performance.now() - startedAt)
  }
}

function textOf(statement: InStatement | [sql: string, args?: InArgs]): string {
  if (typeof statement === 'string') return statement
  return Array.isArray(statement) ? statement[0] : statement.sql
}

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
