import { aimOf, type PriceAlert } from '../alerts/alert.ts'
import { isStale } from '../market/asset-state.ts'
import type { Market } from '../market/market.ts'
import { toDecimal } from '../market/units.ts'

export interface WaitingAlerts {
  count: number
  /** Target of the alert that is nearest to the price of its asset; undefined without current prices */
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
): WaitingAlerts {
  const waiting = alerts.filter(({ firedAt }) => firedAt === null)
  const state = market.state()
  const targets = waiting.flatMap((alert): NearestAlert[] => {
    const [instrument, tick] = [market.instrument(alert.asset), market.current(alert.asset, 1)]
    if (!instrument || !tick || isStale(state, alert.asset)) return []
    const { target } = aimOf(alert, instrument)
    const { base, priceDigits: digits } = instrument
    return [{ base, digits, price: toDecimal(target, digits), change: (target / tick.close - 1) * 100 }]
  })
  const [nearest] = targets.toSorted((a, b) => Math.abs(a.change) - Math.abs(b.change))
  return { count: waiting.length, nearest }
}
