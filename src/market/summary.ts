import type { Book } from './book.ts'
import type { Tick } from './candle.ts'
import type { Instrument } from './instrument.ts'
import type { AssetSummary } from './market.ts'
import { retentionMs } from './minute-window.ts'
import { hourMs, minuteMs } from './timeframe.ts'
import { toDecimal, type Units, wholeUnits } from './units.ts'

const hours = 24

/** 24 hours without their last minute. */
interface Day {
  first: Units | undefined
  high: number
  low: number
  volume: number
  closes: (Units | undefined)[]
}

/** 24 hours up to the newest minute; all but that minute is summed only after the book has changed. The same object until then. */
export function createSummary(instrument: Instrument, book: Book): () => AssetSummary | undefined {
  let [day, revision]: [Day | undefined, number] = [undefined, -1]
  let isYoung = true
  let told: { newest: Tick; revision: number; summary: AssetSummary } | undefined
  const { asset, priceDigits, volumeDigits } = instrument
  const price = (units: Units) => toDecimal(units, priceDigits)
  return () => {
    const newest = book.current(1)
    if (!newest) return undefined
    if (told?.newest === newest && told.revision === book.revision()) return told.summary
    if (!day || revision !== book.revision()) {
      const from = newest.openTime + minuteMs - hours * hourMs
      day = sumUp(book, from, newest.openTime)
      isYoung = !isKnownSince(book, from)
      revision = book.revision()
    }
    const first = day.first ?? newest.open
    const summary: AssetSummary = {
      asset,
      last: price(newest.close),
      change24h: isYoung ? undefined : (newest.close / first - 1) * 100,
      high24h: price(wholeUnits(Math.max(day.high, newest.high))),
      low24h: price(wholeUnits(Math.min(day.low, newest.low))),
      volume24h: toDecimal(wholeUnits(day.volume + newest.volume), volumeDigits),
      spark: filled([...day.closes.slice(0, hours - 1), newest.close]).map(price),
    }
    told = { newest, revision, summary }
    return summary
  }
}

/** A market that begins within the day has no change of a day. The first hour may lack trades. */
function isKnownSince(book: Pick<Book, 'merged'>, from: number): boolean {
  return book.merged(from - retentionMs, from + hourMs) !== undefined
}

function sumUp(book: Pick<Book, 'merged'>, from: number, to: number): Day {
  const day: Day = {
    first: undefined,
    high: Number.NEGATIVE_INFINITY,
    low: Number.POSITIVE_INFINITY,
    volume: 0,
    closes: [],
  }
  for (let hour = 0; hour < hours; hour++) {
    const begin = from + hour * hourMs
    const candle = book.merged(begin, Math.min(begin + hourMs, to))
    day.closes.push(candle?.close)
    if (!candle) continue
    day.first ??= candle.open
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
