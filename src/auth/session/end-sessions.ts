import type { BatchResults, BatchStatement, WriteOptions } from '../../db/client.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { type EndedSessions, sessionEnded } from '../topics.ts'
import { deleteSessions, type EndCondition, type SessionsToEnd } from './end-queries.ts'

/** The statement that ends sessions, for its place among the others; answers the ids of those that have ended. */
export type EndStatement = (which: SessionsToEnd, condition?: EndCondition) => BatchStatement<{ id: string }[]>

/**
 * The one way by which sessions end: writes all statements or none, then emits `session-ended` for what has ended.
 * @returns what each statement answers
 */
export async function writeSessionEnd<const Statements extends readonly BatchStatement[]>(
  { db, events }: Pick<AuthDeps, 'db' | 'events'>,
  statementsWith: (end: EndStatement) => Statements,
  options?: WriteOptions,
): Promise<BatchResults<Statements>> {
  const ends = new Map<BatchStatement, SessionsToEnd>()
  const statements = statementsWith((which, condition = 'always') => {
    const statement = deleteSessions(db, which, condition)
    ends.set(statement, which)
    return statement
  })
  const results = await db.writeBatch(statements, options)
  const answers: readonly unknown[] = results
  for (const [at, statement] of statements.entries()) {
    const which = ends.get(statement)
    const ended = which && endedBy(which, answers[at])
    if (ended) events.emit(sessionEnded, ended)
  }
  return results
}

function endedBy(which: SessionsToEnd, rows: unknown): EndedSessions | undefined {
  if (!Array.isArray(rows) || rows.length === 0) return undefined
  return 'userId' in which ? { userId: which.userId } : { sessionIds: rows.map(({ id }) => String(id)) }
}
