import type { Candle } from '../candle.ts'
import { minuteMs, type Timeframe } from '../timeframe.ts'
import { type SqlValue, tradedValues, upsertOf } from './candle-sql.ts'

/** Stores complete candles of one asset. Binding a value costs as much as storing it, so few values are bound. */
export interface ClosedStatement {
  sql(count: number): string
  values(asset: string, tf: Timeframe, candles: readonly Candle[]): SqlValue[]
}

export const closed: ClosedStatement = {
  sql: (count) => upsertOf(closedRows(count, 6), false),
  values: (asset, tf, candles) => {
    const values: SqlValue[] = [asset, tf, tf * minuteMs]
    for (const { openTime, open, high, low, close, volume } of candles) {
      values.push(openTime, open, high, low, close, volume)
    }
    return values
  },
}

/** Includes trade data, if known */
export const closedTraded: ClosedStatement = {
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

/** Requires `isSeamless` candles: the openTime and open of the first determine those of all. */
export const closedSeamless: ClosedStatement = {
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
