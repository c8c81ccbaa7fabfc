import type { Candle } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { minuteMs } from '../timeframe.ts'
import { type DayPath, dayMinutes, dayPath } from './demo-path.ts'
import { hashOf, randomOf } from './random.ts'

export const dayMs = dayMinutes * minuteMs
/** How often the price moves within a minute, ms. */
export const stepMs = 250
const minuteSteps = minuteMs / stepMs
/** Deviation of a day's change of the whole market. */
const marketDeviation = 0.02

interface Character {
  /** Price it wanders around, in the quote currency */
  level: number
  /** How strongly it follows the market */
  beta: number
  /** Deviation of the part of a day's change that is its own */
  deviation: number
  /** Usual trade in a minute, in the quote currency */
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

/** The demo market: what every minute of every asset was and will be follows from the seed alone. */
export interface DemoMarket {
  /** The 1,440 candles of a day, counted from 1970 */
  day(instrument: Instrument, day: number): Candle[]
  /** What the candle of a minute looked like `elapsed` ms after the minute began. */
  partOf(instrument: Instrument, minute: Candle, elapsed: number): Candle
}

export function createDemoMarket(seed: string): DemoMarket {
  // History asks for the same days asset by asset: the market's part of them is worth keeping.
  const marketDays = new Map<number, DayPath>()
  const marketDay = (day: number): DayPath => {
    const known = marketDays.get(day)
    if (known) return known
    if (marketDays.size >= 128) marketDays.clear()
    const path = dayPath(`${seed} market`, day, marketDeviation)
    marketDays.set(day, path)
    return path
  }
  return {
    day: (instrument, day) => dayCandles(seed, instrument, day, marketDay(day)),
    partOf: (instrument, minute, elapsed) => partOf(seed, instrument, minute, elapsed),
  }
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
      open: open / priceScale,
      high: high / priceScale,
      low: low / priceScale,
      close: close / priceScale,
      volume: Math.max(1, Math.round(volume * volumeScale)) / volumeScale,
    })
    open = close
  }
  return candles
}

/** From the open by way of the high and the low, whichever comes first, to the close; trade at a steady pace. */
function partOf(
  seed: string,
  { asset, priceDigits, volumeDigits }: Instrument,
  minute: Candle,
  elapsed: number,
): Candle {
  const last = Math.min(minuteSteps - 1, Math.max(0, Math.floor(elapsed / stepMs)))
  if (last === minuteSteps - 1) return minute
  const { openTime, open, high, low, close, volume } = minute
  const random = randomOf(hashOf(`${seed} ${asset}`, 6, Math.floor(openTime / minuteMs)))
  const turns = [random.uniform(), random.uniform()].map((part) => 1 + Math.floor(part * (minuteSteps - 2)))
  const [first = 0, second = 0] = turns.sort((one, other) => one - other)
  const [firstPrice, secondPrice] = random.uniform() < 0.5 ? [high, low] : [low, high]
  const priceScale = 10 ** priceDigits
  const between = (from: number, to: number, part: number) => {
    const straight = from + (to - from) * part
    const detour = (high - low) * 0.5 * Math.sqrt(part * (1 - part)) * random.normal()
    return Math.round(Math.min(high, Math.max(low, straight + detour)) * priceScale) / priceScale
  }
  const part: Candle = { openTime, open, high: open, low: open, close: open, volume: 0 }
  for (let step = 1; step <= last; step++) {
    if (step < first) part.close = between(open, firstPrice, step / first)
    else if (step < second) part.close = between(firstPrice, secondPrice, (step - first) / (second - first))
    else part.close = between(secondPrice, close, (step - second) / (minuteSteps - 1 - second))
    part.high = Math.max(part.high, part.close)
    part.low = Math.min(part.low, part.close)
  }
  const volumeScale = 10 ** volumeDigits
  part.volume = Math.floor((volume * volumeScale * (last + 1)) / minuteSteps) / volumeScale
  return part
}
