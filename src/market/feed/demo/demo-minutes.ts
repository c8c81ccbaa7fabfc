import type { Candle } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import type { Span } from '../../span.ts'
import { dayMs, minuteMs } from '../../timeframe.ts'
import { wholeUnits } from '../../units.ts'
import { hashOf, randomOf } from '../random.ts'

const dayMinutes = 1440
/** Number of days after which a price path returns to zero: prices drift for months but stay plausible. */
const returnDays = 512

interface DayPath {
  /** Value of the path at the start of each minute and at the end of the last: one more element than minutes */
  value: Float64Array
  deviation: Float64Array
}

/**
 * Generates one day of a path whose daily end points form a Brownian bridge.
 * @param deviation  standard deviation of a day: 0.02 is about 2 %
 */
function dayPath(name: string, day: number, deviation: number): DayPath {
  const random = randomOf(hashOf(name, 1, day))
  const deviations = minuteDeviations(name, day, deviation)
  const value = new Float64Array(dayMinutes + 1)
  const variance = new Float64Array(dayMinutes + 1)
  for (let minute = 0; minute < dayMinutes; minute++) {
    const expected = deviations[minute] ?? 0
    value[minute + 1] = (value[minute] ?? 0) + expected * random.normal() * surprise(random.uniform())
    variance[minute + 1] = (variance[minute] ?? 0) + expected ** 2
  }
  const start = dayStart(name, day) * deviation
  const missing = dayStart(name, day + 1) * deviation - start - (value[dayMinutes] ?? 0)
  const total = variance[dayMinutes] ?? 1
  for (let minute = 0; minute <= dayMinutes; minute++) {
    value[minute] = start + (value[minute] ?? 0) + (missing * (variance[minute] ?? 0)) / total
  }
  return { value, deviation: deviations }
}

/** Returns the value of a path at the start of a day, in daily deviations, by midpoint displacement between zeros. */
function dayStart(name: string, day: number): number {
  const block = Math.floor(day / returnDays)
  const within = day - block * returnDays
  let value = 0
  for (let span = returnDays; span > 1; span /= 2) {
    const part = Math.floor(within / span)
    const height = 1 - Math.abs((2 * (within - part * span)) / span - 1)
    if (height > 0) value += (height * Math.sqrt(span) * randomOf(hashOf(name, 2, block, span, part)).normal()) / 2
  }
  return value
}

function minuteDeviations(name: string, day: number, deviation: number): Float64Array {
  const hours = Array.from({ length: 25 }, (_, hour) => hourActivity(name, day * 24 + hour))
  const average = deviation / Math.sqrt(dayMinutes)
  const deviations = new Float64Array(dayMinutes)
  for (let minute = 0; minute < dayMinutes; minute++) {
    const hour = Math.floor(minute / 60)
    const [from = 1, to = 1] = [hours[hour], hours[hour + 1]]
    deviations[minute] = average * (from + ((to - from) * (minute % 60)) / 60)
  }
  return deviations
}

function hourActivity(name: string, hour: number): number {
  const ofHour = randomOf(hashOf(name, 3, hour)).normal()
  const ofDay = randomOf(hashOf(name, 4, Math.floor(hour / 24))).normal()
  const session = 1 + 0.3 * Math.cos(((hour - 15) / 12) * Math.PI)
  return session * Math.exp(0.4 * ofHour + 0.3 * ofDay)
}

function surprise(uniform: number): number {
  if (uniform < 1 / 400) return 5
  return uniform < 1 / 30 ? 2.2 : 0.9
}

const marketDeviation = 0.02

interface Character {
  level: number
  beta: number
  deviation: number
  turnover: number
}

const characters: Record<string, Character> = {
  BTCUSDT: { level: 100_000, beta: 1, deviation: 0.008, turnover: 900_000 },
  ETHUSDT: { level: 3600, beta: 1.2, deviation: 0.012, turnover: 500_000 },
  SOLUSDT: { level: 180, beta: 1.4, deviation: 0.02, turnover: 180_000 },
  BNBUSDT: { level: 850, beta: 0.8, deviation: 0.012, turnover: 90_000 },
  XRPUSDT: { level: 2.3, beta: 1.1, deviation: 0.02, turnover: 150_000 },
  DOGEUSDT: { level: 0.12, beta: 1.4, deviation: 0.025, turnover: 60_000 },
  TONUSDT: { level: 2.6, beta: 0.9, deviation: 0.022, turnover: 15_000 },
  ADAUSDT: { level: 0.6, beta: 1.2, deviation: 0.02, turnover: 40_000 },
  AVAXUSDT: { level: 21, beta: 1.3, deviation: 0.022, turnover: 25_000 },
  LINKUSDT: { level: 16, beta: 1.2, deviation: 0.022, turnover: 30_000 },
  DOTUSDT: { level: 3.4, beta: 1.2, deviation: 0.021, turnover: 15_000 },
  LTCUSDT: { level: 95, beta: 0.9, deviation: 0.018, turnover: 20_000 },
}
const ordinary: Character = { level: 10, beta: 1, deviation: 0.02, turnover: 20_000 }

/** Returns the 1,440 candles of a day; `day` counts from 1970. */
export type DemoDays = (instrument: Instrument, day: number) => Candle[]

/** Creates the demo market. The seed alone determines every minute of every asset, past and future. */
export function createDemoDays(seed: string): DemoDays {
  // The common market path is cached by day, because history is requested asset by asset.
  const marketDays = new Map<number, DayPath>()
  const marketDay = (day: number): DayPath => {
    const known = marketDays.get(day)
    if (known) return known
    if (marketDays.size >= 128) marketDays.clear()
    const path = dayPath(`${seed} market`, day, marketDeviation)
    marketDays.set(day, path)
    return path
  }
  return (instrument, day) => dayCandles(seed, instrument, day, marketDay(day))
}

/** Returns the generated minutes with `from <= openTime < to`, ms UTC, ascending. */
export function minutesBetween(days: DemoDays, instrument: Instrument, { from, to }: Span): Candle[] {
  const [first, end] = [Math.max(0, Math.floor(from / dayMs)), Math.ceil(to / dayMs)]
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => days(instrument, first + at))
    .flat()
    .filter(({ openTime }) => openTime >= from && openTime < to)
}

function dayCandles(seed: string, { asset, priceDigits, volumeDigits }: Instrument, day: number, market: DayPath) {
  const { level, beta, deviation, turnover } = characters[asset] ?? ordinary
  const own = dayPath(`${seed} ${asset}`, day, deviation)
  const random = randomOf(hashOf(`${seed} ${asset}`, 5, day))
  const [priceScale, volumeScale] = [10 ** priceDigits, 10 ** volumeDigits]
  const priceAt = (minute: number) => {
    const price = level * Math.exp(beta * (market.value[minute] ?? 0) + (own.value[minute] ?? 0))
    return Math.max(1, Math.round(price * priceScale))
  }
  const usual = Math.hypot(beta * marketDeviation, deviation) / Math.sqrt(dayMinutes)
  const candles: Candle[] = []
  let open = priceAt(0)
  for (let minute = 0; minute < dayMinutes; minute++) {
    const close = priceAt(minute + 1)
    const expected = Math.sqrt((beta * (market.deviation[minute] ?? 0)) ** 2 + (own.deviation[minute] ?? 0) ** 2)
    const wick = () => Math.round(-0.4 * Math.log(random.uniform()) * expected * open)
    const high = Math.max(open, close) + wick()
    const low = Math.max(1, Math.min(open, close) - wick())
    const agitation = (0.3 * expected + (0.7 * (high - low)) / open) / usual
    const volume = ((turnover * priceScale) / open) * agitation * (0.3 - 0.7 * Math.log(random.uniform()))
    candles.push({
      openTime: day * dayMs + minute * minuteMs,
      open: wholeUnits(open),
      high: wholeUnits(high),
      low: wholeUnits(low),
      close: wholeUnits(close),
      volume: wholeUnits(Math.max(1, Math.round(volume * volumeScale))),
    })
    open = close
  }
  return candles
}
