import { ne } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { marketWriter } from '../db/schema/market.ts'

/** Thrown by writes of this process after another process has taken over writing. */
export class FormerWriterError extends Error {
  constructor(cause: unknown) {
    super('Another process has taken over writing prices', { cause })
  }
}

/**
 * Takes over writing from the previous process: each later write of that process fails, however late it arrives. Writes
 * of the thread in `past/` bypass this guard; for local files, the lock in the data folder protects them.
 * @param onFormer  called when another process has taken over writing from this one
 */
export async function takeOverWriting(db: Db, onFormer: (error: FormerWriterError) => void): Promise<Db> {
  const [taken] = await db.writeRaw([
    `insert into market_writer (id, number) values (1, 1)
      on conflict (id) do update set number = number + 1 returning number`,
  ])
  const number = Number(taken?.rows[0]?.number)
  // A no-op for the current writer. For any other, the guard violates the check that the id is 1, so the whole batch
  // fails.
  const guard = { sql: 'update market_writer set id = 2 where number <> ?', args: [number] }
  const mapError = (error: unknown) => {
    if (!String(error).includes('former_writer')) return error
    const former = new FormerWriterError(error)
    onFormer(former)
    return former
  }
  return {
    ...db,
    writeRaw: async (statements, options) => {
      if (statements.length === 0) return []
      const [, ...results] = await db.writeRaw([guard, ...statements], options).catch((error: unknown) => {
        throw mapError(error)
      })
      return results
    },
    writeBatch: async (statements, options) => {
      const drizzled = db.orm.update(marketWriter).set({ id: 2 }).where(ne(marketWriter.number, number))
      const [, ...results] = await db.writeBatch([drizzled, ...statements], options).catch((error: unknown) => {
        throw mapError(error)
      })
      return results
    },
  }
}
