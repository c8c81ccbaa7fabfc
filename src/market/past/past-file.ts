import Database from 'libsql'
import type { Candle } from '../candle.ts'
import { joinedCandles } from '../joined-candles.ts'
import type { AssetSpan, Span } from '../span.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../timeframe.ts'
import {
  dayRollUps,
  longRollUps,
  rollUpSql,
  type rollUps,
  type SqlValue,
  spanValues,
  tradedValues,
  upsertOf,
} from './candle-sql.ts'

/** Statement that stores complete candles of one asset. Binding a value costs as much as storing it: few are bound. */
interface ClosedStatement {
  sql(count: number): string
  values(asset: string, tf: Timeframe, candles: readonly Candle[]): SqlValue[]
}

const closed: ClosedStatement = {
  sql: (count) => upsertOf(closedRows(count, 6), false),
  values: (asset, tf, candles) => {
    const values: SqlValue[] = [asset, tf, tf * minuteMs]
    for (const { openTime, open, high, low, close, volume } of candles) {
      values.push(openTime, open, high, low, close, volume)
    }
    return values
  },
}

/** Stores candles with their trade data, if known */
const closedTraded: ClosedStatement = {
  sql: (count) => upsertOf(closedRows(count, 9), true),
  values: (asset, tf, candles) => {
    const values: SqlValue[] = [asset, tf, tf * minuteMs]
    for (const candle of candles) {
      const { openTime, open, high, low, close, volume } = candle
      values.push(openTime, open, high, low, close, volume, ...tradedValues(candle))
    }
    return values
  },
}

/** Stores `isSeamless` candles: the openTime and open of the first determine those of all others. */
const closedSeamless: ClosedStatement = {
  sql: (count) => {
    const row = (_: unknown, at: number) => {
      const [open, high, low, volume, close] = Array.from({ length: 5 }, (_, column) => `?${5 + at * 4 + column}`)
      return `(?1, ?2, ?4 + ?3 * ${at}, ${[open, high, low, close, volume].join()}, 1, ?4 + ?3 * ${at + 1})`
    }
    return upsertOf(Array.from({ length: count }, row), false)
  },
  values: (asset, tf, candles) => {
    const [first] = candles
    const values: SqlValue[] = [asset, tf, tf * minuteMs, first?.openTime ?? null, first?.open ?? null]
    for (const { high, low, volume, close } of candles) values.push(high, low, volume, close)
    return values
  },
}

/** Whether each candle opens at the time and price at which the previous one closed, as generated prices do */
export function isSeamless(candles: readonly Candle[], tf: Timeframe): boolean {
  return candles.every(({ openTime, open }, at) => {
    const before = candles[at - 1]
    return !before || (open === before.close && openTime === before.openTime + tf * minuteMs)
  })
}

function closedRows(count: number, width: 6 | 9): string[] {
  return Array.from({ length: count }, (_, at) => {
    const [openTime, ...rest] = Array.from({ length: width }, (_, column) => `?${4 + at * width + column}`)
    return `(?1, ?2, ${[openTime, ...rest.slice(0, 5), 1, `${openTime} + ?3`, ...rest.slice(5)].join()})`
  })
}

/** Writer of `market.db` through a synchronous connection that blocks its thread during a write */
export interface PastFile {
  /** Writes closed candles of one asset, by timeframe, atomically. */
  put(asset: string, candles: ReadonlyMap<Timeframe, readonly Candle[]>): void
  /** Writes minutes that are whole days, with all longer candles, atomically. */
  putDays(span: AssetSpan, minutes: readonly Candle[]): void
  rollUp(span: AssetSpan): void
  close(): void
}

/** Rows per statement. Executing a statement costs as much as ten rows; more than 240 rows bring no further gain. */
const rowCounts = [240, 24, 1]

/** Opens `market.db` and prepares each statement once: preparing them for each write took a third of a backfill. */
export function openPastFile(path: string): PastFile {
  const database = new Database(path)
  // Another process may hold the lock for a write; nothing waits for this thread, so it can wait for the lock.
  for (const pragma of ['busy_timeout = 5000', 'synchronous = normal', 'wal_autocheckpoint = 8000']) {
    database.exec(`pragma ${pragma}`)
  }
  const prepare = ({ sql, values }: ClosedStatement) => ({
    values,
    sizes: rowCounts.map((rows) => ({ rows, statement: database.prepare(sql(rows)) })),
  })
  const [plain, traded, seamless] = [prepare(closed), prepare(closedTraded), prepare(closedSeamless)]
  const prepareRollUps = (pairs: typeof rollUps) =>
    pairs.map(([tf, parts]) => ({ tf, statement: database.prepare(rollUpSql(tf, parts, 1)) }))
  const [ofDays, long] = [prepareRollUps(dayRollUps), prepareRollUps(longRollUps)]

  const atomically = (write: () => void) => {
    database.exec('begin immediate')
    try {
      write()
      database.exec('commit')
    } catch (error) {
      // A full disk has already caused SQLite to roll back the transaction.
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
  const rollUp = (statements: typeof long, span: AssetSpan) => {
    for (const { tf, statement } of statements) statement.run(spanValues(span, tf))
  }
  const put = (asset: string, candles: ReadonlyMap<Timeframe, readonly Candle[]>) => {
    for (const [tf, each] of candles) upsert(asset, tf, each)
  }
  return {
    put: (asset, candles) => atomically(() => put(asset, candles)),
    putDays: (span, minutes) =>
      atomically(() => {
        put(span.asset, candlesOfDays(minutes))
        rollUp(long, span)
      }),
    rollUp: (span) => atomically(() => rollUp([...ofDays, ...long], span)),
    close: () => {
      database.close()
    },
  }
}

/** Whether these minutes are all minutes of whole days, so that every longer candle can be derived from them */
export function areWholeDays(minutes: readonly Candle[], { from, to }: Span): boolean {
  const isDay = (time: number) => openTimeOf(time, 1440) === time
  return isDay(from) && isDay(to) && minutes.length * minuteMs === to - from
}

/** Derives the stored candles of up to a day from the minutes of whole days. */
export function candlesOfDays(minutes: readonly Candle[]): Map<Timeframe, readonly Candle[]> {
  const all = new Map<Timeframe, readonly Candle[]>([[1, minutes]])
  for (const [tf, parts] of dayRollUps) all.set(tf, joinedCandles(all.get(parts) ?? [], tf))
  return all
}
