import type { BatchStatement, Db } from '../../db/client.ts'
import { UnwritableError } from '../../db/unwritable.ts'
import type { Background } from '../../jobs/background.ts'
import { touchSession } from './session-queries.ts'

/** Notes that somebody was here, by a session or a token; nobody waits for it. @param now  ms UTC */
export type Touch = (id: string, userId: string, now: number) => void
type TouchStatements = (db: Db, id: string, userId: string, now: number) => BatchStatement[]

/** After a write that found no room, ms: a full disk is not asked by every request. */
const restMs = 10_000

/** When somebody was last seen is worth no refused page: what cannot be written now is written by a later request. */
export function createTouch(db: Db, background: Background, write: TouchStatements = touchSession): Touch {
  const touched = new Set<string>()
  let restsUntil = 0
  return (id, userId, now) => {
    if (touched.has(id) || now < restsUntil) return
    touched.add(id)
    void background.run('Noting who was seen', async () => {
      try {
        await db.writeBatch(write(db, id, userId, now))
      } catch (error) {
        // The database itself tells that it cannot be written.
        if (!(error instanceof UnwritableError)) throw error
        restsUntil = now + restMs
      } finally {
        touched.delete(id)
      }
    })
  }
}
