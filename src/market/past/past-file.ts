import Database from 'libsql'
import type { Candle } from '../candle.ts'
import type { AssetSpan } from '../span.ts'
import type { Timeframe } from '../timeframe.ts'
import { rollUpSql, rollUps, spanValues } from './candle-sql.ts'
import { type ClosedStatement, closed, closedSeamless, closedTraded, isSeamless } from './closed-sql.ts'

/** `market.db` through a synchronous connection that blocks its thread during a write */
export interface PastFile {
  /** Writes closed candles of one asset, by timeframe, atomically. */
  put(asset: string, candles: ReadonlyMap<Timeframe, readonly Candle[]>): void
  rollUp(span: AssetSpan): void
  close(): void
}

/** Rows per statement. Executing a statement costs as much as ten rows; above 240 rows there is no further gain. */
const rowCounts = [240, 24, 1]

/** Prepares each statement once: preparing them each time took a third of a backfill. */
export function openPastFile(path: string): PastFile {
  const database = new Database(path)
  // Another process may be writing; no one waits for this thread, so it can wait for the lock.
  for (const pragma of ['busy_timeout = 5000', 'synchronous = normal', 'wal_autocheckpoint = 8000']) {
    database.exec(`pragma ${pragma}`)
  }
  const prepare = ({ sql, values }: ClosedStatement) => ({
    values,
    sizes: rowCounts.map((rows) => ({ rows, statement: database.prepare(sql(rows)) })),
  })
  const [plain, traded, seamless] = [prepare(closed), prepare(closedTraded), prepare(closedSeamless)]
  const longer = rollUps.map(([tf, parts]) => ({ tf, statement: database.prepare(rollUpSql(tf, parts, 1)) }))

  const atomically = (write: () => void) => {
    database.exec('begin immediate')
    try {
      write()
      database.exec('commit')
    } catch (error) {
      // A full disk has already caused a rollback.
      if (database.inTransaction) database.exec('rollback')
      throw error
    }
  }
  const upsert = (asset: string, tf: Timeframe, candles: readonly Candle[]) => {
    const isTraded = candles.some((candle) => candle.traded !== undefined)
    const { sizes, values } = isTraded ? traded : isSeamless(candles, tf) ? seamless : plain
    let at = 0
    for (const { rows, statement } of sizes) {
      for (; at + rows <= candles.length; at += rows) statement.run(values(asset, tf, candles.slice(at, at + rows)))
    }
  }
  return {
    put: (asset, candles) =>
      atomically(() => {
        for (const [tf, each] of candles) upsert(asset, tf, each)
      }),
    rollUp: (span) =>
      atomically(() => {
        for (const { tf, statement } of longer) statement.run(spanValues(span, tf))
      }),
    close: () => {
      database.close()
    },
  }
}
