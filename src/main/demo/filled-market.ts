import { setTimeout as delay } from 'node:timers/promises'
import type { Market } from '../../market/market.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { type Units, wholeUnits } from '../../market/units.ts'

/** Polling interval, ms */
const lookMs = 20

/** Resolves when the market is live and its history is backfilled. */
export async function untilFilled(market: Pick<Market, 'state'>): Promise<void> {
  for (;;) {
    const { name, isBackfilling } = market.state()
    if (name === 'live' && !isBackfilling) return
    await delay(lookMs)
  }
}

/** Returns the open price of the first known minute at or after a time. @throws Error if there is none */
export async function priceAt(market: Pick<Market, 'columns'>, asset: string, time: number): Promise<Units> {
  const { open } = await market.columns({ asset, tf: 1, from: openTimeOf(time, 1), limit: 1 })
  if (open[0] === undefined) throw new Error(`The market has no price of ${asset} at ${new Date(time).toISOString()}`)
  return wholeUnits(open[0])
}

/** Returns the open time of the last completed minute */
export function lastMinute(now: number): number {
  return openTimeOf(now, 1 satisfies Timeframe) - minuteMs
}
