import { maxMemory, parseIndicator } from '../indicators/catalog.ts'
import { createChosen } from '../indicators/kinds.ts'
import { decimalsOf } from '../market/candle.ts'
import type { Market } from '../market/market.ts'
import { closeTimeOf, minuteMs } from '../market/timeframe.ts'
import type { RuleOf } from './alert-rule.ts'
import { type Crossing, fires, observe, type PendingAlert, type Trigger } from './crossing.ts'

const pageSize = 1000

type PendingIndicator = PendingAlert & { rule: RuleOf<'indicator'> }

/** Finds the first settled close after `since` at which an indicator crossed its threshold. */
export async function findIndicatorTrigger(
  market: Pick<Market, 'closes'>,
  { asset, rule, instrument, since, quietUntil }: PendingIndicator,
): Promise<Trigger | undefined> {
  const choice = parseIndicator(rule.indicator)
  if (!choice) return undefined
  const indicator = createChosen(choice)
  // Two closes more than the memory: the close before the first one that counts tells from which side it came.
  let after = since - (maxMemory([choice], rule.tf) + 2) * rule.tf * minuteMs
  // Without a known value before it, a first value beyond the threshold is no crossing.
  let state: Crossing = { wasTrue: true, quietUntil }
  for (;;) {
    const page = await market.closes(asset, rule.tf, after, pageSize)
    for (const candle of page) {
      const [value] = indicator.close(decimalsOf(candle, instrument))
      if (value === undefined) continue
      const isTrue = rule.isAbove ? value >= rule.value : value <= rule.value
      const at = closeTimeOf(candle.openTime, rule.tf)
      const seen = { at, isTouched: isTrue, isTrue }
      if (at > since && fires(state, seen)) return { at, price: candle.close }
      state = observe(state, seen)
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) return undefined
    after = last.openTime
  }
}
