import type { Book } from './book.ts'
import type { Candle } from './candle.ts'
import type { Instrument } from './instrument.ts'
import type { AssetSummary } from './market.ts'
import { minuteMs } from './timeframe.ts'

const hourMs = 60 * minuteMs
const hours = 24

/** 24 hours without their last minute. */
interface Day {
  first: number | undefined
  high: number
  low: number
  volume: number
  closes: (number | undefined)[]
}

/** 24 hours up to the newest minute; all but that minute is summed only after the book has changed. */
export function createSummary({ asset, volumeDigits }: Instrument, book: Book): () => AssetSummary | undefined {
  let [day, revision]: [Day | undefined, number] = [undefined, -1]
  const scale = 10 ** volumeDigits
  return () => {
    const newest = book.current(1)
    if (!newest) return undefined
    if (!day || revision !== book.revision()) {
      const from = newest.openTime + minuteMs - hours * hourMs
      const minutes = book.minutesFrom(from)
      day = sumUp(minutes.slice(0, -1), from)
      revision = book.revision()
    }
    const first = day.first ?? newest.open
    return {
      asset,
      last: newest.close,
      change24h: (newest.close / first - 1) * 100,
      high24h: Math.max(day.high, newest.high),
      low24h: Math.min(day.low, newest.low),
      volume24h: Math.round((day.volume + newest.volume) * scale) / scale,
      spark: filled([...day.closes.slice(0, hours - 1), newest.close]),
    }
  }
}

function sumUp(minutes: readonly Candle[], from: number): Day {
  const day: Day = {
    first: minutes[0]?.open,
    high: Number.NEGATIVE_INFINITY,
    low: Number.POSITIVE_INFINITY,
    volume: 0,
    closes: Array.from({ length: hours }, () => undefined),
  }
  for (const { openTime, high, low, close, volume } of minutes) {
    day.high = Math.max(day.high, high)
    day.low = Math.min(day.low, low)
    day.volume += volume
    day.closes[Math.floor((openTime - from) / hourMs)] = close
  }
  return day
}

function filled(closes: readonly (number | undefined)[]): number[] {
  const spark: number[] = []
  for (const close of closes) {
    const known = close ?? spark.at(-1)
    if (known !== undefined) spark.push(known)
  }
  return spark
}
