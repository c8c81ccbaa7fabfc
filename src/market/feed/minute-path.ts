import type { Candle } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { minuteMs } from '../timeframe.ts'
import { wholeUnits } from '../units.ts'
import { hashOf, type Random, randomOf } from './random.ts'

export const stepMs = 250
const minuteSteps = minuteMs / stepMs

/** Returns a plausible state of a minute after `elapsed` ms when only its final candle is known; deterministic. */
export type PartOfMinute = (minute: Candle, elapsed: number) => Candle

/** Creates a `PartOfMinute`, which caches the steps of the newest minute: callers request it at each step. */
export function createMinuteParts(name: string, { asset }: Pick<Instrument, 'asset'>): PartOfMinute {
  let known: { minute: Candle; steps: Candle[] } | undefined
  return (minute, elapsed) => {
    const last = Math.min(minuteSteps - 1, Math.max(0, Math.floor(elapsed / stepMs)))
    if (last === minuteSteps - 1) return minute
    if (known?.minute !== minute) known = { minute, steps: stepsOf(`${name} ${asset}`, minute) }
    return known.steps[last] ?? minute
  }
}

/** Returns the plausible state of a minute at the end of each of its steps except the last. */
function stepsOf(name: string, minute: Candle): Candle[] {
  const { openTime, open, high, low, close, volume } = minute
  const random = randomOf(hashOf(name, 6, Math.floor(openTime / minuteMs)))
  const turns = [random.uniform(), random.uniform()].map((part) => 1 + Math.floor(part * (minuteSteps - 2)))
  const [first = 0, second = 0] = turns.sort((one, other) => one - other)
  const [firstPrice, secondPrice] = random.uniform() < 0.5 ? [high, low] : [low, high]
  const between = (from: number, to: number, part: number) => {
    const straight = from + (to - from) * part
    const detour = (high - low) * 0.5 * Math.sqrt(part * (1 - part)) * random.normal()
    return wholeUnits(Math.min(high, Math.max(low, Math.round(straight + detour))))
  }
  const closeAfter = (step: number) => {
    if (step < first) return between(open, firstPrice, step / first)
    if (step < second) return between(firstPrice, secondPrice, (step - first) / (second - first))
    return between(secondPrice, close, (step - second) / (minuteSteps - 1 - second))
  }
  const shares = tradedShares(randomOf(hashOf(name, 7, Math.floor(openTime / minuteMs))))
  let part: Candle = { openTime, open, high: open, low: open, close: open, volume: wholeUnits(0) }
  return shares.slice(0, -1).map((share, step) => {
    const price = step === 0 ? open : closeAfter(step)
    part = {
      openTime,
      open,
      high: wholeUnits(Math.max(part.high, price)),
      low: wholeUnits(Math.min(part.low, price)),
      close: price,
      volume: wholeUnits(Math.floor(volume * share)),
    }
    return part
  })
}

/** Returns cumulative shares of the volume at the end of each step; trade sizes are exponentially distributed. */
function tradedShares(random: Random): number[] {
  let whole = 0
  const traded = Array.from({ length: minuteSteps }, () => {
    whole -= Math.log(random.uniform())
    return whole
  })
  return traded.map((sum) => sum / whole)
}
