import type { BatchStatement, Db } from '../../db/client.ts'
import { UnwritableError } from '../../db/unwritable.ts'
import type { Background } from '../../jobs/background.ts'
import { touchSession } from './session-queries.ts'

/** Records in the background that a session or token was used. @param now  ms UTC */
export type Touch = (id: string, userId: string, now: number) => void
type TouchStatements = (db: Db, id: string, userId: string, now: number) => BatchStatement[]

/** Pause after a write that failed on a full disk, ms, so that not every request retries. */
const restMs = 10_000

/** Creates a touch. It never fails a request: if "last seen" cannot be written now, a later request writes it. */
export function createTouch(db: Db, background: Background, write: TouchStatements = touchSession): Touch {
  const touched = new Set<string>()
  let restsUntil = 0
  return (id, userId, now) => {
    if (touched.has(id) || now < restsUntil) return
    touched.add(id)
    void background.run('Recording the last use of a session or token', async () => {
      try {
        await db.writeBatch(write(db, id, userId, now))
      } catch (error) {
        // Ignores unwritable databases, because the database logs this error itself.
        if (!(error instanceof UnwritableError)) throw error
        restsUntil = now + restMs
      } finally {
        touched.delete(id)
      }
    })
  }
}
