import type { BatchStatement } from '../../db/client.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { type EndedSessions, sessionEnded } from '../topics.ts'

/** Writes all statements or none, then emits `session-ended` for each. */
export async function writeSessionEnd(
  { db, events }: Pick<AuthDeps, 'db' | 'events'>,
  statements: BatchStatement[],
  ...ended: EndedSessions[]
): Promise<void> {
  await db.writeBatch(statements)
  for (const sessions of ended) events.emit(sessionEnded, sessions)
}
