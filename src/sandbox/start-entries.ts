import { wholeMoney } from '../bots/engine/money.ts'
import type { MoneyTotals } from '../bots/list/member-money.ts'
import { FirstSteps } from '../start/first-steps.tsx'
import { MoneyTiles } from '../start/money-tiles.tsx'
import { entryOf, type SandboxEntry } from './entry.ts'

const bots: MoneyTotals = {
  ...{ count: 5, running: 3, quote: 'USDT', positions: 2, prices: 'current' },
  ...{
    equity: wholeMoney(5_124_37_000_000),
    dayProfit: wholeMoney(-1_841_000_000),
    worth: wholeMoney(2_310_00_000_000),
  },
}
const paper: MoneyTotals = {
  ...{ count: 2, running: 2, quote: 'USDT', positions: 1, prices: 'current' },
  ...{ equity: wholeMoney(20_312_04_000_000), dayProfit: wholeMoney(9_655_000_000), worth: wholeMoney(812_50_000_000) },
}
const alerts = { count: 3, nearest: { base: 'BTC', price: 99_500, digits: 2, change: 0.75 } }
const box = { width: 960, height: 260 }

/** The states of the overview: first steps, and the member's money with data, without, loading and stale. */
export const startEntries: readonly SandboxEntry[] = [
  entryOf({
    id: 'first-steps',
    component: FirstSteps,
    props: { taken: [], hasTelegram: true },
    emits: ['submit'],
    box,
  }),
  entryOf({
    id: 'first-steps-half',
    component: FirstSteps,
    props: { taken: ['star', 'backtest'], hasTelegram: false },
    emits: ['submit'],
    box,
  }),
  entryOf({ id: 'money-tiles', component: MoneyTiles, props: { money: { bots, paper }, alerts }, box }),
  entryOf({
    id: 'money-tiles-empty',
    component: MoneyTiles,
    props: { money: { bots: undefined, paper: undefined }, alerts: { count: 0, nearest: undefined } },
    box,
  }),
  entryOf({
    id: 'money-tiles-loading',
    component: MoneyTiles,
    props: { money: { bots: { ...bots, prices: 'loading' }, paper: { ...paper, prices: 'loading' } }, alerts },
    box,
  }),
  entryOf({
    id: 'money-tiles-stale',
    component: MoneyTiles,
    props: { money: { bots: { ...bots, prices: 'stale' }, paper: { ...paper, prices: 'stale' } }, alerts },
    box,
  }),
]
