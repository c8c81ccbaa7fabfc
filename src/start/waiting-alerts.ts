import { aimOf } from '../alerts/aim.ts'
import { isExpired, type PriceAlert } from '../alerts/alert.ts'
import { isLevelRule, ruleOf } from '../alerts/alert-rule.ts'
import { isStale } from '../market/asset-state.ts'
import type { Market } from '../market/market.ts'
import { toDecimal } from '../market/units.ts'

export interface WaitingAlerts {
  count: number
  /** Target of the alert that is nearest to the price of its asset; undefined without current prices or a fixed target */
  nearest: NearestAlert | undefined
}

interface NearestAlert {
  base: string
  /** Target price and its number of decimals */
  price: number
  digits: number
  /** Change of the price until the target, percent */
  change: number
}

/** Counts the alerts that have not fired and finds the nearest. */
export function waitingAlerts(
  alerts: readonly PriceAlert[],
  market: Pick<Market, 'current' | 'instrument' | 'state'>,
  now: number,
): WaitingAlerts {
  const waiting = alerts.filter((alert) => alert.firedAt === null && !isExpired(alert, now))
  const state = market.state()
  const targets = waiting.flatMap((alert): NearestAlert[] => {
    const [instrument, tick] = [market.instrument(alert.asset), market.current(alert.asset, 1)]
    const rule = ruleOf(alert)
    if (!instrument || !tick || !rule || !isLevelRule(rule) || isStale(state, alert.asset)) return []
    const { target } = aimOf(rule, instrument)
    const { base, priceDigits: digits } = instrument
    return [{ base, digits, price: toDecimal(target, digits), change: (target / tick.close - 1) * 100 }]
  })
  const [nearest] = targets.toSorted((a, b) => Math.abs(a.change) - Math.abs(b.change))
  return { count: waiting.length, nearest }
}
