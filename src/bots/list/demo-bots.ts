import type { Db } from '../../db/client.ts'
import type { Events } from '../../events/events.ts'
import { shownStateOf } from '../../market/asset-state.ts'
import type { Market } from '../../market/market.ts'
import { dayMs, minuteMs, openTimeOf } from '../../market/timeframe.ts'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { wholeMoney } from '../engine/money.ts'
import { botCommandAdded } from '../topics.ts'
import { type DemoBot, demoBots } from './demo-plans.ts'
import { insertDemoBot, listDemoBots, type StartedDemo } from './demo-queries.ts'

/** Demo bots start this long in the past, so that they have a curve at once. */
const livedMs = 7 * dayMs
const capital = wholeMoney(10_000 * 1e8)

export interface DemoDeps {
  db: Db
  market: Pick<Market, 'columns' | 'current' | 'feed' | 'instrument' | 'state'>
  events: Pick<Events, 'emit'>
  now(): number
}

/**
 * Creates missing demo bots once their asset has a day of prices, and restarts those whose source or asset is gone; a
 * job of the role `bots`.
 */
export async function makeDemoBots({ db, market, events, now }: DemoDeps): Promise<void> {
  const there = new Map((await listDemoBots(db)).map((row) => [row.id, row]))
  for (const demo of demoBots) {
    const known = there.get(demo.id)
    const isGone = known?.state === 'halted' && (known.reason === 'source-changed' || known.reason === 'asset-gone')
    if (known && !isGone) continue
    const begin = await beginOf(demo, market)
    if (!begin) continue
    const { id, name, asset, tf } = demo
    await insertDemoBot(db, { id, name, asset, tf, capital, now: now(), ...begin })
    events.emit(botCommandAdded, { id })
  }
}

type Begin = Pick<StartedDemo, 'plan' | 'source' | 'priceDigits' | 'volumeDigits' | 'startedAt' | 'cursor'>

async function beginOf({ asset, plan }: DemoBot, market: DemoDeps['market']): Promise<Begin | undefined> {
  const instrument = market.instrument(asset)
  const current = market.current(asset, 1)
  const state = market.state()
  if (!instrument || !current || state.isBackfilling || shownStateOf(state, asset) !== 'trading') return undefined
  const from = openTimeOf(current.openTime - livedMs, 60)
  const { openTime, open } = await market.columns({ asset, tf: 1, from, limit: 1 })
  const [startedAt, price] = [openTime[0], open[0]]
  if (startedAt === undefined || price === undefined || startedAt > current.openTime - dayMs) return undefined
  const { priceDigits, volumeDigits } = instrument
  return {
    plan: plan(toDecimal(wholeUnits(price), priceDigits)),
    source: market.feed.id,
    priceDigits,
    volumeDigits,
    startedAt,
    cursor: startedAt - minuteMs,
  }
}
