import type { Candle } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { minuteMs } from '../timeframe.ts'
import { wholeUnits } from '../units.ts'
import { hashOf, type Random, randomOf } from './random.ts'

export const stepMs = 250
const minuteSteps = minuteMs / stepMs

/** What a minute may have looked like after `elapsed` ms when only its candle is known; deterministic. */
export function partOfMinute(
  name: string,
  { asset }: Pick<Instrument, 'asset'>,
  minute: Candle,
  elapsed: number,
): Candle {
  const last = Math.min(minuteSteps - 1, Math.max(0, Math.floor(elapsed / stepMs)))
  if (last === minuteSteps - 1) return minute
  const { openTime, open, high, low, close, volume } = minute
  const random = randomOf(hashOf(`${name} ${asset}`, 6, Math.floor(openTime / minuteMs)))
  const turns = [random.uniform(), random.uniform()].map((part) => 1 + Math.floor(part * (minuteSteps - 2)))
  const [first = 0, second = 0] = turns.sort((one, other) => one - other)
  const [firstPrice, secondPrice] = random.uniform() < 0.5 ? [high, low] : [low, high]
  const between = (from: number, to: number, part: number) => {
    const straight = from + (to - from) * part
    const detour = (high - low) * 0.5 * Math.sqrt(part * (1 - part)) * random.normal()
    return wholeUnits(Math.min(high, Math.max(low, Math.round(straight + detour))))
  }
  const part: Candle = { openTime, open, high: open, low: open, close: open, volume: wholeUnits(0) }
  for (let step = 1; step <= last; step++) {
    if (step < first) part.close = between(open, firstPrice, step / first)
    else if (step < second) part.close = between(firstPrice, secondPrice, (step - first) / (second - first))
    else part.close = between(secondPrice, close, (step - second) / (minuteSteps - 1 - second))
    part.high = wholeUnits(Math.max(part.high, part.close))
    part.low = wholeUnits(Math.min(part.low, part.close))
  }
  const trades = randomOf(hashOf(`${name} ${asset}`, 7, Math.floor(openTime / minuteMs)))
  part.volume = wholeUnits(Math.floor(volume * tradedShare(trades, last)))
  return part
}

/** Share of the volume traded by the end of step `last`; sizes of trades are exponentially distributed. */
function tradedShare(random: Random, last: number): number {
  let [traded, whole] = [0, 0]
  for (let step = 0; step < minuteSteps; step++) {
    const size = -Math.log(random.uniform())
    whole += size
    if (step <= last) traded += size
  }
  return traded / whole
}
