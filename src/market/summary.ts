import type { Candle, Tick } from './candle.ts'
import type { CandleWindow } from './candle-window.ts'
import type { Instrument } from './instrument.ts'
import type { AssetSummary } from './market.ts'
import { retentionMs } from './minute-window.ts'
import { hourMs, minuteMs } from './timeframe.ts'
import { toDecimal, type Units, wholeUnits } from './units.ts'

const hours = 24

/** The last 24 hours, without the newest minute */
interface Day {
  /** Price a day ago; undefined if none that old is known */
  before: Units | undefined
  high: number
  low: number
  volume: number
  closes: (Units | undefined)[]
}

/** Summarizes the 24 hours up to the newest minute. Cached: earlier minutes are summed only when the window changed. */
export function createSummary(instrument: Instrument, window: CandleWindow): () => AssetSummary | undefined {
  let [day, revision]: [Day | undefined, number] = [undefined, -1]
  let cached: { newest: Tick; revision: number; summary: AssetSummary } | undefined
  const { asset, priceDigits, volumeDigits } = instrument
  const price = (units: Units) => toDecimal(units, priceDigits)
  return () => {
    const newest = window.current(1)
    if (!newest) return undefined
    if (cached?.newest === newest && cached.revision === window.revision()) return cached.summary
    if (!day || revision !== window.revision()) {
      const from = newest.openTime + minuteMs - hours * hourMs
      day = sumUp(window, from, newest.openTime)
      revision = window.revision()
    }
    const { before } = day
    const summary: AssetSummary = {
      asset,
      last: price(newest.close),
      change24h: before === undefined ? undefined : (newest.close / before - 1) * 100,
      high24h: price(wholeUnits(Math.max(day.high, newest.high))),
      low24h: price(wholeUnits(Math.min(day.low, newest.low))),
      volume24h: toDecimal(wholeUnits(day.volume + newest.volume), volumeDigits),
      spark: filled([...day.closes.slice(0, hours - 1), newest.close]).map(price),
    }
    cached = { newest, revision, summary }
    return summary
  }
}

/** Returns the open of the first hour if it has trades, else the last close before it. A young market has neither. */
function priceBefore(
  window: Pick<CandleWindow, 'merged'>,
  from: number,
  firstHour: Candle | undefined,
): Units | undefined {
  return firstHour?.open ?? window.merged(from - retentionMs, from)?.close
}

function sumUp(window: Pick<CandleWindow, 'merged'>, from: number, to: number): Day {
  const day: Day = {
    before: undefined,
    high: Number.NEGATIVE_INFINITY,
    low: Number.POSITIVE_INFINITY,
    volume: 0,
    closes: [],
  }
  for (let hour = 0; hour < hours; hour++) {
    const begin = from + hour * hourMs
    const candle = window.merged(begin, Math.min(begin + hourMs, to))
    if (hour === 0) day.before = priceBefore(window, from, candle)
    day.closes.push(candle?.close)
    if (!candle) continue
    day.high = Math.max(day.high, candle.high)
    day.low = Math.min(day.low, candle.low)
    day.volume += candle.volume
  }
  return day
}

function filled(closes: readonly (Units | undefined)[]): Units[] {
  const spark: Units[] = []
  for (const close of closes) {
    const known = close ?? spark.at(-1)
    if (known !== undefined) spark.push(known)
  }
  return spark
}
