import { setTimeout as delay } from 'node:timers/promises'
import type { Market } from '../../market/market.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { type Units, wholeUnits } from '../../market/units.ts'

/** ms between two looks */
const lookMs = 20

/** Settles once the market is live and its history has been made. */
export async function untilFilled(market: Pick<Market, 'state'>): Promise<void> {
  for (;;) {
    const { name, isBackfilling } = market.state()
    if (name === 'live' && !isBackfilling) return
    await delay(lookMs)
  }
}

/** The open of the first known minute at or after a time. @throws Error where there is none */
export async function priceAt(market: Pick<Market, 'columns'>, asset: string, time: number): Promise<Units> {
  const { open } = await market.columns({ asset, tf: 1, from: openTimeOf(time, 1), limit: 1 })
  if (open[0] === undefined) throw new Error(`The market has no price of ${asset} at ${new Date(time).toISOString()}`)
  return wholeUnits(open[0])
}

/** The last minute that is surely over */
export function lastMinute(now: number): number {
  return openTimeOf(now, 1 satisfies Timeframe) - minuteMs
}
