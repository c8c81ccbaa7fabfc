import type { Db } from '../db/client.ts'
import type { Candle } from './candle.ts'
import { joinedCandles, partsOf } from './joined-candles.ts'
import { candlesOf, createListsReader } from './queries.ts'
import type { CandleSpan } from './span.ts'
import { closeTimeOf, minuteMs, type Timeframe } from './timeframe.ts'

export const columnNames = ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const

/** Candles as columns of equal length, in ascending order; prices and volumes in units, as in `Candle`. */
export type CandleColumns = Record<(typeof columnNames)[number], Float64Array>

/** Maximum rows of a result: 48 MB. Ninety days have 129,600 minutes; to read more, continue after the last row. */
export const maxColumnRows = 1_000_000

/** Rows per database read: a read of this size blocks the thread for only a few ms. */
const chunkRows = 10_000

export type ColumnsReader = (span: CandleSpan) => Promise<CandleColumns>

/** Creates a reader of stored candles that creates no object for each candle. */
export function createColumnsReader(db: Db): ColumnsReader {
  const readChunk = createListsReader(
    db,
    columnNames.map(sqlName),
    'where asset = ? and tf = ? and open_time >= ? and open_time < ? order by open_time limit cast(? as integer)',
  )

  return async (span) => {
    const chunks: number[][][] = []
    const most = Math.min(span.count, maxColumnRows)
    const parts = partsOf({ ...span, count: 1 })
    const { asset, tf, from, to } = parts ?? span
    let [next, length] = [from, 0]
    while (length < most) {
      const asked = Math.min(chunkRows, (most - length) * (parts?.count ?? 1))
      const read = await readChunk(asset, tf, next, to, asked)
      const isLast = (read[0]?.length ?? 0) < asked
      const chunk = parts ? joinedChunk(read, span.tf, isLast).map((list) => list.slice(0, most - length)) : read
      const times = chunk[0] ?? []
      chunks.push(chunk)
      length += times.length
      next = parts ? closeTimeOf(times.at(-1) ?? next, span.tf) : (times.at(-1) ?? next) + minuteMs
      if (isLast) break
      await new Promise((resolve) => setImmediate(resolve))
    }
    return joined(chunks, length)
  }
}

/** Joins minutes into the candles of a timeframe. A last candle without its last minute is left for the next chunk. */
function joinedChunk(minutes: number[][], tf: Timeframe, isLast: boolean): number[][] {
  const candles = joinedCandles(candlesOf(minutes), tf)
  const last = minutes[0]?.at(-1) ?? 0
  if (!isLast && last + minuteMs < closeTimeOf(last, tf)) candles.pop()
  return columnNames.map((name) => candles.map((candle) => candle[name]))
}

export function appended(columns: CandleColumns, candle: Candle): CandleColumns {
  const { length } = columns.openTime
  const all = emptyColumns(length + 1)
  for (const name of columnNames) {
    all[name].set(columns[name])
    all[name][length] = candle[name]
  }
  return all
}

/** Returns the candles with `openTime >= from` as views of the same memory, without copying. */
export function columnsFrom(columns: CandleColumns, from: number): CandleColumns {
  const found = columns.openTime.findIndex((openTime) => openTime >= from)
  const start = found < 0 ? columns.openTime.length : found
  const rest = (name: (typeof columnNames)[number]) => columns[name].subarray(start)
  return {
    openTime: rest('openTime'),
    open: rest('open'),
    high: rest('high'),
    low: rest('low'),
    close: rest('close'),
    volume: rest('volume'),
  }
}

export function emptyColumns(length: number): CandleColumns {
  const column = () => new Float64Array(length)
  return { openTime: column(), open: column(), high: column(), low: column(), close: column(), volume: column() }
}

function joined(chunks: readonly number[][][], length: number): CandleColumns {
  const columns = emptyColumns(length)
  for (const [place, name] of columnNames.entries()) {
    let at = 0
    for (const chunk of chunks) {
      const list = chunk[place] ?? []
      columns[name].set(list, at)
      at += list.length
    }
  }
  return columns
}

function sqlName(name: (typeof columnNames)[number]): string {
  return name === 'openTime' ? 'open_time' : name
}
