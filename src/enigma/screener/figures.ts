import type { Indicator } from '../../indicators/indicator.ts'
import { createRsi, rsiMemory } from '../../indicators/rsi.ts'
import { createSma } from '../../indicators/sma.ts'
import { changeInPercent, returnsByTime, standardDeviation } from '../../market/statistics.ts'
import { dayMs } from '../../market/timeframe.ts'

/** Figures that need a longer history than the last 24 hours; undefined if the history is too short */
export interface Figures {
  /** Price change over 7 and 30 days, percent */
  week: number | undefined
  month: number | undefined
  /** Standard deviation of the daily log returns of the last 30 closed days, percent */
  deviation: number | undefined
  /** RSI of daily closes, today's at the current price, 0–100 */
  rsi: number | undefined
  /** Distance of the current price from the mean of the newest daily closes, percent */
  sma: number | undefined
}

const rsiLength = 14
const smaLength = 50
const deviationDays = 30

/** Smallest samples of the figures: daily candles including today's, and daily returns */
export const minDays = { rsi: rsiLength + 1, sma: smaLength } as const
export const minReturns = 20

/** Number of closed daily candles that determine all figures */
export const daysRead = Math.max(rsiMemory(rsiLength), smaLength, deviationDays + 1)

/** Closed days of an asset, summarized, so that a new price costs the same for any length of the history */
export interface ClosedDays {
  rsi: Indicator<number>
  sma: Indicator<number>
  deviation: number | undefined
  /** Numbers of closed daily candles, and of returns between neighboring days among the last 30 */
  days: number
  returns: number
}

/** @param today  start of the current day, ms UTC; `openTime` and `close` are of earlier days, ascending */
export function summarizeDays(openTime: readonly number[], close: readonly number[], today: number): ClosedDays {
  const rsi = createRsi(rsiLength)
  const sma = createSma(smaLength)
  for (const price of close) {
    rsi.close(price)
    sma.close(price)
  }
  const byTime = returnsByTime({ openTime: Float64Array.from(openTime), close: Float64Array.from(close) }, dayMs)
  const recent = [...byTime].filter(([time]) => time >= today - deviationDays * dayMs).map(([, each]) => each)
  const deviation = recent.length >= minReturns ? standardDeviation(recent) : undefined
  return {
    rsi,
    sma,
    deviation: deviation === undefined ? undefined : deviation * 100,
    days: close.length,
    returns: recent.length,
  }
}

/** Price of an asset 7 and 30 days ago; undefined if it is unknown */
export interface PricesAgo {
  week: number | undefined
  month: number | undefined
}

export function figuresOf(days: ClosedDays, ago: PricesAgo, last: number): Figures {
  const mean = days.sma.peek(last)[0]
  const since = (before: number | undefined) => (before === undefined ? undefined : changeInPercent(before, last))
  return {
    week: since(ago.week),
    month: since(ago.month),
    deviation: days.deviation,
    rsi: days.rsi.peek(last)[0],
    sma: mean === undefined ? undefined : changeInPercent(mean, last),
  }
}
