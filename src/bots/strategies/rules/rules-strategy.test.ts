import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyRules } from '../../../../tests/any-rules.ts'
import { columnsOf, minute, minutesOf, noCosts, play, run, start, termsOf } from '../../../../tests/bot-runs.ts'
import { simulate } from '../../../../tests/bot-simulator.ts'
import { printRules } from '../../../../tests/print-rules.ts'
import { isFull } from '../../../../tests/property-runs.ts'
import { runBacktest } from '../../backtest/run-backtest.ts'
import { wholeMoney } from '../../engine/money.ts'

const capital = wholeMoney(1_000 * 1e8)

test('rules trade as an independent interpreter of their documentation does', () => {
  let trades = 0
  const property = fc.property(
    anyRules,
    minutesOf(260, 230),
    fc.constantFrom(1 as const, 1 as const, 5 as const),
    fc.constantFrom(undefined, 1, 25),
    (rules, minutes, tf, volumeShare) => {
      const params = { text: printRules(rules) }
      const terms = termsOf({ volumeShare, costs: { ...noCosts, takerFee: 1000, makerFee: 400, slippage: 500 } })
      const last = minutes.at(-1)?.openTime ?? 0
      const plan = { strategy: 'rules', params, capital, terms, tf, from: start + 205 * 60_000, to: last + 60_000 }
      const ran = runBacktest({ ...plan, minutes: columnsOf(minutes) })
      const expected = simulate({ ...plan, minutes })
      trades += expected.trades.length
      const { time, side, price, quantity, fee } = ran.trades
      const figures = [...time].map((at, n) => [at, side[n] === 1 ? 'buy' : 'sell', price[n], quantity[n], fee[n]])
      expect(figures).toEqual(
        expected.trades.map((each) => [
          each.time,
          each.side,
          Number(each.price),
          Number(each.quantity),
          Number(each.fee),
        ]),
      )
    },
  )
  fc.assert(property, { numRuns: isFull ? 1000 : 40 })
  expect(trades).toBeGreaterThan(isFull ? 2000 : 20)
})

/** Runs rules on flat minutes at these prices; prices have two digits, quantities three. */
function ran(text: string, prices: readonly number[]) {
  const minutes = columnsOf(prices.map((price, n) => minute(start + n * 60_000, [price, price, price, price])))
  const { fills, state } = run({
    setup: { capital, terms: termsOf(), playing: play('rules', { text }) },
    tf: 1,
    minutes,
  })
  return {
    trades: fills.map(({ time, order, price, quantity }) => [
      (time - start) / 60_000,
      order.name,
      Number(price),
      Number(quantity),
    ]),
    waiting: state.desk.orders.flatMap((order) => (order.kind === 'market' ? [] : [[order.name, Number(order.price)]])),
  }
}

describe('by hand', () => {
  test('a bot enters at the next open, and leaves when the exit is true while it holds', () => {
    const { trades } = ran('enter when close > 20\nexit when close < 19', [1900, 2100, 2100, 2200, 1800, 1850, 1850])
    expect(trades).toEqual([
      [2, 'rules-enter', 2100, 47_619],
      [5, 'rules-exit', 1850, 47_619],
    ])
  })

  test('a stop stands below the close of the decision, and a trailing one follows the close', () => {
    const prices = [2000, 2000, 2200, 2400]
    expect(ran('enter when close >= 20\nstop 10%\ntarget 25%', prices).waiting).toEqual([
      ['rules-stop', 1800],
      ['rules-target', 2500],
    ])
    expect(ran('enter when close >= 20\ntrailing stop 1.5', prices).waiting).toEqual([['rules-stop', 2250]])
  })

  test('additions spend a share of the equity and end at their number', () => {
    const text = 'enter when close = 20\nsize 20%\nadd 10% when profit < -1% and bars held >= 2 at most 2'
    expect(ran(text, [2000, 2000, 1900, 1900, 1900, 1900, 1900]).trades).toEqual([
      [1, 'rules-enter', 2000, 10_000],
      [3, 'rules-add', 1900, 5210],
      [4, 'rules-add', 1900, 5210],
    ])
  })

  test('a value that touches another one before it leaves it crosses it', () => {
    const prices = [2000, 2000, 2100, 2000, 1900, 1900]
    expect(ran('enter when close crosses above 20\nexit when close crosses below 20', prices).trades).toEqual([
      [3, 'rules-enter', 2000, 50_000],
      [5, 'rules-exit', 1900, 50_000],
    ])
  })

  test('hours and weekdays are those of the close, in UTC', () => {
    // The first minute closes on Monday at 00:01.
    const prices = Array(62).fill(2000)
    expect(ran('enter when hour = 1 and weekday = 1', prices).trades).toEqual([[60, 'rules-enter', 2000, 50_000]])
  })

  test('a comparison with a division by zero is false', () => {
    expect(ran('enter when close / (close - 20) > 0', [2000, 2000, 2000]).trades).toEqual([])
    expect(ran('enter when close / (close - 20) != 1', [2000, 2000, 2000]).trades).toEqual([])
  })
})
