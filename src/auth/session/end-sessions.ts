import type { BatchResults, BatchStatement, WriteOptions } from '../../db/client.ts'
import { deleteTokens } from '../api-token/token-queries.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { forgetDevices } from '../device/device-queries.ts'
import { type EndedSessions, sessionEnded } from '../topics.ts'
import { type Condition, conditionSql, deleteSessions, type SessionsToEnd } from './end-queries.ts'

/** The statement that ends sessions, for its place among the others; answers the ids of those that have ended. */
export type EndStatement = (which: SessionsToEnd, condition?: Condition) => BatchStatement<{ id: string }[]>

/** The one way by which sessions end: writes all or none, then emits `session-ended`. @returns each one's answer */
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
      // Whoever ends all of theirs trusts none of those devices any more, and programs no more than devices.
      forgotten.push(forgetDevices(db, which.userId, isMet))
      if (which.except === undefined) forgotten.push(deleteTokens(db, which.userId, isMet))
    }
    return statement
  })
  // Last, when the session that goes on is there.
  const results: unknown = await db.writeBatch([...statements, ...forgotten], options)
  const answers = Array.isArray(results) ? results : []
  for (const [at, statement] of statements.entries()) {
    const which = ends.get(statement)
    const ended = which && endedBy(which, answers[at])
    if (ended) events.emit(sessionEnded, ended)
  }
  // Whoever asked reads theirs by their places: those of devices and tokens come after them.
  return results as BatchResults<Statements>
}

function endedBy(which: SessionsToEnd, rows: unknown): EndedSessions | undefined {
  if (!Array.isArray(rows) || rows.length === 0) return undefined
  return 'userId' in which ? { userId: which.userId } : { sessionIds: rows.map(({ id }) => String(id)) }
}
