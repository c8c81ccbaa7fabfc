import { expect, test } from 'bun:test'
import { fakeClock } from '../../../../tests/fake-clock.ts'
import type { MinuteUpdate } from '../../candle.ts'
import { minuteMs } from '../../timeframe.ts'
import type { Trade } from '../../trade.ts'
import { wholeUnits } from '../../units.ts'
import { createLiveTrades } from './live-trades.ts'

const start = 100 * minuteMs
const [price, peak] = [wholeUnits(100), wholeUnits(999)]
const candle: MinuteUpdate = {
  ...{ asset: 'BTCUSDT', openTime: start, open: price, high: price, low: price, close: price },
  ...{ volume: wholeUnits(1), isClosed: false, time: start + 1000 },
}
const trade = (id: number, more: Partial<Trade> = {}): Trade => {
  return { asset: 'BTCUSDT', id: String(id), time: start + 2000, price, quantity: price, side: 'buy', ...more }
}
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => trade(from + at))

function open() {
  const clock = fakeClock(start + 10_000)
  const [moved, sent]: [MinuteUpdate[], string[]] = [[], []]
  const trades = createLiveTrades({
    clock,
    now: clock.now,
    onUpdate: (update) => moved.push(update),
    onTrades: (list) => sent.push(...list.map(({ id }) => id)),
  })
  trades.candle(candle)
  const add = (list: readonly Trade[]) => {
    trades.add(list)
    clock.advance(250)
  }
  return { add, moved, sent }
}

test.each([
  [999, peak],
  [1000, price],
])('of the trades that wait for a candle, the newest thousand move it: after %i more', (count, high) => {
  const { add, moved } = open()
  add([trade(0, { price: peak }), ...numbers(1, count)])
  expect(moved.map((update) => update.high)).toEqual([high])
})

test('a trade is sent once while its ID is among the newest two thousand', () => {
  const { add, sent } = open()
  const times = () => sent.filter((id) => id === '0').length
  add([trade(0), ...numbers(1, 49)])
  add([...numbers(50, 1950), trade(0)])
  expect(times()).toBe(1)
  add([trade(2000), trade(0)])
  expect(times()).toBe(2)
})

test('a trade older than the last move changes nothing', () => {
  const { add, moved } = open()
  add([trade(0)])
  add([trade(1, { time: start + 1500, price: peak })])
  expect(moved.map(({ time }) => time)).toEqual([start + 2000])
})
