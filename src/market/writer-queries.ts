import { ne } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { marketWriter } from '../db/schema/market.ts'

/** Somebody else has taken writing over since. */
export class FormerWriterError extends Error {
  constructor(cause: unknown) {
    super('Another process follows prices and writes them now', { cause })
  }
}

/**
 * Takes writing over from whoever had it: each of its writes fails from now on, however late it comes. A file is written
 * past this by the thread of `past/` too: one machine has the lock in its data folder.
 * @param onFormer  when it is this one's turn to fail
 */
export async function takeOverWriting(db: Db, onFormer: (error: FormerWriterError) => void): Promise<Db> {
  const [taken] = await db.writeRaw([
    `insert into market_writer (id, number) values (1, 1)
      on conflict (id) do update set number = number + 1 returning number`,
  ])
  const number = Number(taken?.rows[0]?.number)
  // Changes nothing for the last one to take over; for any other it breaks the rule that the id is 1, and the whole batch.
  const guard = { sql: 'update market_writer set id = 2 where number <> ?', args: [number] }
  const told = (error: unknown) => {
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
        throw told(error)
      })
      return results
    },
    writeBatch: async (statements, options) => {
      const drizzled = db.orm.update(marketWriter).set({ id: 2 }).where(ne(marketWriter.number, number))
      const [, ...results] = await db.writeBatch([drizzled, ...statements], options).catch((error: unknown) => {
        throw told(error)
      })
      return results
    },
  }
}
