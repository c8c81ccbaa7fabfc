import type { BatchResults, BatchStatement, WriteOptions } from '../../db/client.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { forgetDevices } from '../device/device-queries.ts'
import { type Condition, conditionSql } from '../queries.ts'
import { type EndedSessions, sessionEnded } from '../topics.ts'
import { deleteSessions, deleteTokens, type SessionsToEnd } from './end-queries.ts'

/**
 * Creates the statement that ends sessions, to be placed in a batch. The statement returns the IDs of the ended
 * sessions.
 */
export type EndStatement = (which: SessionsToEnd, condition?: Condition) => BatchStatement<{ id: string }[]>

/**
 * Ends sessions; no other function does. Writes all statements or none, then emits `session-ended`. @returns the result
 * of each statement
 */
export async function writeSessionEnd<const Statements extends readonly BatchStatement[]>(
  { db, events }: Pick<AuthDeps, 'db' | 'events'>,
  statementsWith: (end: EndStatement) => Statements,
  options?: WriteOptions,
): Promise<BatchResults<Statements>> {
  const ends = new Map<BatchStatement, SessionsToEnd>()
  const forgotten: BatchStatement[] = []
  const statements = statementsWith((which, condition = 'always') => {
    const statement = deleteSessions(db, which, condition)
    ends.set(statement, which)
    if ('userId' in which && condition !== 'if-changed') {
      const isMet = conditionSql(condition)
      // Ending all sessions also revokes the devices without a session and, if no session is kept, the API tokens.
      forgotten.push(forgetDevices(db, which.userId, isMet))
      if (which.except === undefined) forgotten.push(deleteTokens(db, which.userId, isMet))
    }
    return statement
  })
  // Forgets devices and tokens last, when the new session already exists.
  const results: unknown = await db.writeBatch([...statements, ...forgotten], options)
  const answers = Array.isArray(results) ? results : []
  for (const [at, statement] of statements.entries()) {
    const which = ends.get(statement)
    const ended = which && endedBy(which, answers[at])
    if (ended) events.emit(sessionEnded, ended)
  }
  // The caller reads its results by position; the results of devices and tokens come after them.
  return results as BatchResults<Statements>
}

function endedBy(which: SessionsToEnd, rows: unknown): EndedSessions | undefined {
  if (!Array.isArray(rows) || rows.length === 0) return undefined
  return 'userId' in which ? { userId: which.userId } : { sessionIds: rows.map(({ id }) => String(id)) }
}
