import { expect, test } from 'bun:test'
import { columnsOf, minute, noCosts, start, termsOf } from '../../../tests/bot-runs.ts'
import { wholeMoney } from '../engine/money.ts'
import type { Json } from '../engine/strategy.ts'
import { type NoTrades, noTradesText } from './no-trades.ts'
import { type BacktestTask, runBacktest } from './run-backtest.ts'
import { whyNoTrades } from './why-no-trades.ts'

const money = (amount: number) => wholeMoney(amount * 1e8)
const whole = { priceDigits: 2, volumeDigits: 3, priceStep: 1, quantityStep: 1000, minNotional: money(0) }

/** Creates minutes at prices of about 100, each 0.01 higher than the one before. */
const minutes = (count: number) =>
  columnsOf(
    Array.from({ length: count }, (_, n) => {
      const price = 10_000 + n
      return minute(start + n * 60_000, [price, price + 50, price - 50, price], 20_000)
    }),
  )

/** Creates one minute at each price on the way down, in steps of 0.1. */
const falling = (from: number, to: number) =>
  columnsOf(
    Array.from({ length: Math.round((from - to) * 10) + 1 }, (_, n) => {
      const price = Math.round((from - n / 10) * 100)
      return minute(start + n * 60_000, [price, price, price, price], 20_000)
    }),
  )

const dca = { amount: 50, every: 2, safetyOrders: 1, dip: 2, scale: 1, takeProfit: 3 }
const grid = { lower: 90, upper: 95, levels: 6, spacing: 'arithmetic', trailing: false }

function taskOf(strategy: string, params: Json, { count = 30, ...more }: Partial<BacktestTask> & { count?: number }) {
  const to = start + count * 60_000
  const base = { capital: money(1000), terms: termsOf(), tf: 1, from: start, to, minutes: minutes(count) } as const
  return { strategy, params, ...base, ...more } satisfies BacktestTask
}

const cases: [string, Json, Partial<BacktestTask> & { count?: number }, NoTrades, string][] = [
  [
    'dca',
    dca,
    { terms: termsOf({ scale: whole, costs: { ...noCosts, takerFee: 1000 } }) },
    { kind: 'below-step', money: money(50), stepCost: wholeMoney(10_011_001_000), step: 1000 as never },
    'The first buy of 50 USD is below one quantity step: 1 AB costs 100.11 USD.',
  ],
  [
    'dca',
    dca,
    { terms: termsOf({ scale: { ...whole, quantityStep: 1, minNotional: money(60) } }) },
    { kind: 'below-minimum', money: wholeMoney(4_990_499_000), least: money(60) },
    'The first buy of 49.905 USD is below the minimum order of 60 USD.',
  ],
  [
    'dca',
    dca,
    { terms: termsOf({ scale: { ...whole, quantityStep: 100 }, volumeShare: 1 }), minutes: columnsOf([]) },
    { kind: 'no-candles' },
    'There are no candles for this period.',
  ],
  ['dca', dca, { tf: 60 }, { kind: 'no-close', tf: 60 }, 'it is shorter than the timeframe (1h).'],
  [
    'dca',
    { ...dca, every: 100 },
    { count: 1 },
    { kind: 'at-end' },
    'The first buy was decided on the last candle, with no minute left',
  ],
  [
    'dca',
    dca,
    { terms: termsOf({ scale: { ...whole, quantityStep: 400 }, volumeShare: 1 }) },
    { kind: 'no-volume' },
    'the tradable share of the volume was below one quantity step.',
  ],
  [
    'ma-cross',
    { fast: 3, slow: 40 },
    {},
    { kind: 'warm-up', candles: 30, needed: 40 },
    'Not enough candles for the indicator’s warm-up: it needs 40 and got 30.',
  ],
  ['rsi', { length: 14, buyBelow: 30, sellAbove: 70 }, { count: 14 }, { kind: 'warm-up', candles: 14, needed: 15 }, ''],
  [
    'breakout',
    { length: 20, atrLength: 30, atrMultiple: 2 },
    { count: 30 },
    { kind: 'warm-up', candles: 30, needed: 31 },
    '',
  ],
  ['ma-cross', { fast: 3, slow: 8 }, {}, { kind: 'no-signal', candles: 30 }, 'were not met in any of the 30 candles.'],
  [
    'grid',
    grid,
    {},
    { kind: 'stayed-above', price: 9400 as never, lowest: 9951 as never },
    'The price never reached the buy orders: the nearest one waited at 94.00, the lowest price was 99.51.',
  ],
  [
    'grid',
    { ...grid, lower: 110, upper: 120 },
    {},
    { kind: 'stayed-below', price: 11_000 as never, highest: 10_079 as never },
    'The price never reached the buy orders: the nearest one is at 110.00, the highest price was 100.79.',
  ],
  [
    'grid',
    { ...grid, upper: 110 },
    { capital: money(100), terms: termsOf({ scale: whole }) },
    { kind: 'below-step', money: money(20), stepCost: money(90), step: 1000 as never },
    'The first buy of 20 USD is below one quantity step: 1 AB costs 90 USD.',
  ],
  [
    'grid',
    { ...grid, lower: 100, upper: 110 },
    { capital: money(100), terms: termsOf({ scale: whole }), minutes: falling(105, 95), count: 101 },
    { kind: 'below-step', money: money(20), stepCost: money(100), step: 1000 as never },
    'The first buy of 20 USD is below one quantity step: 1 AB costs 100 USD.',
  ],
  [
    'grid',
    { ...grid, lower: 90, upper: 101 },
    { terms: termsOf({ scale: { ...whole, priceStep: 100, quantityStep: 1 } }), minutes: falling(100, 97.5) },
    { kind: 'stayed-above', price: 9800 as never, lowest: 9750 as never },
    'The price never reached the buy orders: the nearest one waited at 98.00, the lowest price was 97.50.',
  ],
]

test.each(cases)('%s with %j explains why there are no trades', (strategy, params, more, why, text) => {
  const task = taskOf(strategy, params, more)
  expect(runBacktest(task).trades.time).toHaveLength(0)
  expect(whyNoTrades(task)).toMatchObject(why)
  expect(noTradesText('en', why, { base: 'AB', quote: 'USD', priceDigits: 2, volumeDigits: 3 })).toContain(text)
})

test('every reason has texts in both languages', () => {
  const traded = { base: 'AB', quote: 'USD', priceDigits: 2, volumeDigits: 3 }
  const rules: NoTrades = { kind: 'rules', why: 'allocation' }
  for (const why of [...cases.map(([, , , why]) => why), rules]) {
    for (const locale of ['ru', 'en'] as const)
      expect(noTradesText(locale, why, traded)).not.toMatch(/\{\{|undefined|NaN|^$/)
  }
})
