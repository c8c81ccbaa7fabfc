import { describe, expect, test } from 'bun:test'
import { minute, termsOf } from '../../../tests/bot-runs.ts'
import { wholeUnits } from '../../market/units.ts'
import { wholeMoney } from './money.ts'
import type { Intent } from './order.ts'
import { openPortfolio, type Portfolio, place } from './portfolio.ts'
import { limitIntents, openRisk, protectiveIntents, type RiskRules, watchRisk } from './risk.ts'

const capital = wholeMoney(1000 * 1e8)
const { scale } = termsOf()
const reason = 'person'
const limit = (side: 'buy' | 'sell', name: string, price = 1900): Intent => ({
  ...{ act: 'limit', side, price: wholeUnits(price), quantity: wholeUnits(1000), name, reason },
})
const buy = (spend: number | 'all'): Intent => ({
  ...{ act: 'buy', spend: spend === 'all' ? spend : wholeMoney(spend * 1e8), reason },
})
const sell: Intent = { act: 'sell', quantity: 'all', reason }
const takeBack: Intent = { act: 'cancel', name: 'a' }
const move: Intent = { act: 'move', name: 'a', price: wholeUnits(1800) }
const everything = [buy(10), limit('buy', 'a'), sell, limit('sell', 'b', 2100), takeBack, move]

/** Creates a portfolio that holds a quantity bought at 20.00 each */
function holding(quantity: number, orders: readonly Intent[] = []): Portfolio {
  const cost = wholeMoney(quantity * 2000 * 1000)
  const account = { cash: wholeMoney(capital - cost), quantity: wholeUnits(quantity), cost }
  const desk = openPortfolio(capital)
  return place({ ...desk, account: { ...desk.account, ...account } }, orders, 0)
}

describe('intents of a strategy', () => {
  const within = (intents: readonly Intent[], more: Partial<Parameters<typeof limitIntents>[1]> = {}) =>
    limitIntents(intents, {
      ...{ desk: holding(0), memory: openRisk(capital), rules: {}, equity: capital, time: 0, buys: true },
      ...more,
    })

  test('all pass if no rule applies', () => {
    expect(within(everything)).toEqual({ intents: everything, dropped: [] })
  })

  test('only purchases are dropped while the bot is paused', () => {
    const { intents, dropped } = within(everything, { buys: false })
    expect(intents).toEqual([sell, limit('sell', 'b', 2100), takeBack, move])
    expect(dropped).toEqual([
      { intent: buy(10), why: 'paused' },
      { intent: limit('buy', 'a'), why: 'paused' },
    ])
  })

  test('only purchases are dropped during the cooldown after a loss', () => {
    const memory = { ...openRisk(capital), buysFrom: 60_000 }
    const { intents, dropped } = within(everything, { memory, time: 59_999 })
    expect(intents).toEqual([sell, limit('sell', 'b', 2100), takeBack, move])
    expect(dropped.map(({ why }) => why)).toEqual(['cooldown', 'cooldown'])
    expect(within(everything, { memory, time: 60_000 })).toEqual({ intents: everything, dropped: [] })
  })

  test('new orders over the limit are dropped, not replacements or orders that never wait', () => {
    const desk = holding(0, [limit('buy', 'a'), limit('buy', 'b')])
    const gone: Intent = { ...move, name: 'gone' }
    const intents = [limit('buy', 'c'), limit('buy', 'd'), limit('buy', 'a', 1850), buy(10), sell, takeBack, move, gone]
    const { dropped, ...kept } = within(intents, { desk, rules: { maxOrders: 3 } })
    expect(kept.intents).toEqual(intents.filter((intent) => !('name' in intent && intent.name === 'd')))
    expect(dropped).toEqual([{ intent: limit('buy', 'd'), why: 'too-many-orders' }])
    expect(within(intents, { desk, rules: { maxOrders: 2 } }).dropped).toHaveLength(2)
  })

  test('risk orders do not count as waiting orders', () => {
    const stop: Intent = {
      ...{
        act: 'stop',
        side: 'sell',
        price: wholeUnits(1500),
        quantity: 'all',
        name: 'risk-stop',
        reason: 'stop-loss',
      },
    }
    const desk = holding(1000, [stop, limit('sell', 'b', 2100)])
    expect(within([limit('buy', 'c')], { desk, rules: { maxOrders: 2 } }).dropped).toEqual([])
    expect(within([limit('buy', 'c')], { desk, rules: { maxOrders: 1 } }).dropped).toHaveLength(1)
  })

  test('a take-profit order of the strategy itself counts as a waiting order', () => {
    const profit: Intent = {
      ...{
        act: 'limit',
        side: 'sell',
        price: wholeUnits(2100),
        quantity: 'all',
        name: 'profit',
        reason: 'take-profit',
      },
    }
    const desk = holding(1000, [profit])
    expect(within([limit('buy', 'c')], { desk, rules: { maxOrders: 1 } }).dropped).toHaveLength(1)
  })

  test('a purchase spends at most what the allocation leaves after the cost of the holding', () => {
    // The allocation is half of 1000, of which 200 are already spent.
    const given = { desk: holding(10_000), rules: { allocation: 500_000 } }
    const spent = (spend: number | 'all') => within([buy(spend)], given).intents
    expect([spent('all'), spent(301), spent(300), spent(299)]).toEqual([[buy(300)], [buy(300)], [buy(300)], [buy(299)]])
    expect(within([sell, limit('buy', 'a')], given).intents).toEqual([sell, limit('buy', 'a')])
    const full = within([buy(1)], { ...given, desk: holding(25_000) })
    expect(full).toEqual({ intents: [], dropped: [{ intent: buy(1), why: 'allocation' }] })
  })
})

test('shares of money are exact where a float would be off', () => {
  const equity = wholeMoney(370_026_237_805)
  const given = { desk: holding(0), memory: openRisk(capital), rules: { allocation: 899_754 }, time: 0, buys: true }
  const exact = wholeMoney(332_932_587_569)
  expect(limitIntents([buy('all')], { ...given, equity }).intents).toEqual([{ act: 'buy', spend: exact, reason }])
  // 0.2841 of the peak is 1,828,818,322,153.9998, so the cash is below the limit by a fraction of a unit.
  const cash = wholeMoney(4_608_416_180_324)
  const peak = wholeMoney(6_437_234_502_478)
  const desk = openPortfolio(cash)
  const watched = { rules: { maxDrawdown: 284_100 }, scale, before: cash, lost: false, highest: undefined }
  const { breach } = watchRisk({ ...openRisk(peak), peak }, desk, minute(0, [2000, 2000, 2000, 2000]), watched)
  expect(breach).toEqual({ kind: 'drawdown' })
})

describe('protection of a position', () => {
  const protection = (rules: RiskRules, desk: Portfolio, { highest = 2000, step = 1 } = {}) =>
    protectiveIntents({ ...openRisk(capital), highest: wholeUnits(highest) }, desk, rules, {
      ...scale,
      priceStep: step,
    })
  const ordersOf = (...given: Parameters<typeof protection>) =>
    protection(...given).map((intent) => ('price' in intent ? [intent.act, Number(intent.price), intent.name] : intent))

  test('is empty without rules, and each order is placed only once', () => {
    expect(ordersOf({}, holding(1000))).toEqual([])
    const rules = { stopLoss: 20_000, takeProfit: 50_000 }
    expect(ordersOf(rules, holding(1000))).toEqual([
      ['stop', 1960, 'risk-stop'],
      ['limit', 2100, 'risk-profit'],
    ])
    const desk = holding(1000, protection(rules, holding(1000)))
    expect(ordersOf(rules, desk)).toEqual([])
    expect(ordersOf({ ...rules, stopLoss: 10_000 }, desk)).toEqual([['stop', 1980, 'risk-stop']])
  })

  test('rounds stops to the step below and profits to the step above, at least to one step', () => {
    const rules = { stopLoss: 20_000, takeProfit: 51_000 }
    expect(ordersOf(rules, holding(1000), { step: 25 })).toEqual([
      ['stop', 1950, 'risk-stop'],
      ['limit', 2125, 'risk-profit'],
    ])
    expect(ordersOf({ stopLoss: 999_999 }, holding(1000), { step: 25 })).toEqual([['stop', 25, 'risk-stop']])
  })

  test('uses the higher of the two stops and reports its reason', () => {
    const reasonAt = (highest: number) =>
      protection({ stopLoss: 100_000, trailing: 200_000 }, holding(1000), { highest }).map((intent) =>
        'price' in intent ? [Number(intent.price), 'reason' in intent && intent.reason] : [],
      )
    expect(reasonAt(2200)).toEqual([[1800, 'stop-loss']])
    expect(reasonAt(2250)).toEqual([[1800, 'stop-loss']])
    expect(reasonAt(2300)).toEqual([[1840, 'trailing-stop']])
  })

  test('is canceled when the position is closed', () => {
    const waiting = protection({ stopLoss: 20_000 }, holding(1000))
    expect(protection({ stopLoss: 20_000 }, holding(0, waiting))).toEqual([{ act: 'cancel', name: 'risk-stop' }])
    expect(protection({ stopLoss: 20_000 }, holding(0))).toEqual([])
  })
})
