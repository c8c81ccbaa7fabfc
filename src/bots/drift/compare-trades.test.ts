import { expect, test } from 'bun:test'
import { compareTrades } from './replay-life.ts'

const minuteMs = 60_000
const trade = (minute: number, more = {}) => ({
  ...{ time: minute * minuteMs, side: 'buy' as const, price: 100, quantity: 5, fee: 1, reason: 'cross-up' },
  ...more,
})
const kindsOf = (...given: Parameters<typeof compareTrades>) =>
  compareTrades(...given).map(({ kind, isAfterCorrection }) => [kind, isAfterCorrection])

test('a different fee, quantity or price is reported; price first, then quantity, then fee', () => {
  const live = [trade(1), trade(2), trade(3), trade(4)]
  const replayed = [trade(1), trade(2, { fee: 2 }), trade(3, { quantity: 4, fee: 2 }), trade(4, { price: 101, fee: 2 })]
  expect(kindsOf(live, replayed, [])).toEqual([
    ['fee', false],
    ['quantity', false],
    ['price', false],
  ])
})

test('one-sided trades are listed in order of time and marked from the first correction on', () => {
  const live = [trade(1), trade(5), trade(9, { side: 'sell' })]
  const replayed = [trade(1), trade(3), trade(9)]
  expect(kindsOf(live, replayed, [{ from: 7 * minuteMs }, { from: 5 * minuteMs }])).toEqual([
    ['missing', false],
    ['extra', true],
    ['extra', true],
    ['missing', true],
  ])
})

test('two trades of a minute with the same reason are paired in order', () => {
  expect(kindsOf([trade(1), trade(1)], [trade(1), trade(1)], [])).toEqual([])
  expect(kindsOf([trade(1), trade(1, { quantity: 7 })], [trade(1)], [])).toEqual([['extra', false]])
})
