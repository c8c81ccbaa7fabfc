import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { columnsOf, minute, play, run } from '../../../tests/bot-runs.ts'
import { type Costs, wholeMoney } from './money.ts'

/*
 * These tests compare bots with a plain computation in exact fractions: decimal rows in, trades out, without any
 * product code in between.
 */

interface Row {
  time: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
}

interface Trade {
  time: number
  side: 'buy' | 'sell'
  price: bigint
  quantity: bigint
  fee: bigint
}

/** A file of prices, with the decimals of its prices and quantities; a fee has eight decimals. */
interface File {
  name: string
  path: string
  priceDigits: number
  volumeDigits: number
  grid: { lower: number; upper: number; levels: number }
}

const walk: File = {
  name: 'a walk',
  path: join(import.meta.dir, '../../../tests/fixtures/market/walk-1m.csv'),
  priceDigits: 2,
  volumeDigits: 3,
  grid: { lower: 15, upper: 25, levels: 21 },
}
const bitfinex: File = {
  name: 'real prices',
  path: join(import.meta.dir, '../../../../shared/fixtures/market/bitfinex_xbtusd_1m.csv'),
  priceDigits: 2,
  volumeDigits: 5,
  grid: { lower: 380, upper: 450, levels: 15 },
}
const files = [walk, bitfinex].filter(({ path }) => existsSync(path))

const ten = (digits: number) => 10n ** BigInt(digits)
const up = (top: bigint, bottom: bigint) => (top + bottom - 1n) / bottom
const abs = (value: bigint) => (value < 0n ? -value : value)

describe.each(files)('$name', (file) => {
  const rows = readRows(file)
  const capital = 1_000n * ten(8)
  const costs: Costs = { takerFee: 1000, makerFee: 400, spread: 200, slippage: 500 }
  const scale = {
    priceDigits: file.priceDigits,
    volumeDigits: file.volumeDigits,
    priceStep: 1,
    quantityStep: 1,
    minNotional: wholeMoney(0),
  }
  const unit = ten(8 - file.priceDigits - file.volumeDigits)
  const columns = columnsOf(
    rows.map(({ time, open, high, low, close }) =>
      minute(time, [Number(open), Number(high), Number(low), Number(close)]),
    ),
  )
  const tradesOf = (id: string, params: Parameters<typeof play>[1], tf: 1 | 5 | 60) =>
    run({
      setup: {
        capital: wholeMoney(Number(capital)),
        terms: { scale, costs, order: 'nearest' },
        playing: play(id, params),
      },
      tf,
      minutes: columns,
    }).fills.map(
      ({ time, order: { side }, price, quantity, fee }): Trade => ({
        time,
        side,
        price: BigInt(price),
        quantity: BigInt(quantity),
        fee: BigInt(fee),
      }),
    )

  /**
   * Expected trades: buys with all the money at one signal and sells all at the other, at the open of the next row, 6
   * basis points worse, with a fee of 0.1 %.
   */
  const inAndOut = (signals: Map<number, 'in' | 'out'>): Trade[] => {
    const trades: Trade[] = []
    let [cash, held] = [capital, 0n]
    let wish: 'in' | 'out' | undefined
    let decided = Number.NEGATIVE_INFINITY
    const ends = [...signals.keys()].sort((a, b) => a - b)
    for (const { time, open } of rows) {
      for (; ends[0] !== undefined && ends[0] <= time; ends.shift()) {
        const signal = signals.get(ends[0])
        if ((signal === 'in') === (held === 0n)) [wish, decided] = [signal, ends[0]]
      }
      if (!wish || decided > time) continue
      if (wish === 'in') {
        const price = up(open * 10_006n, 10_000n)
        let quantity = (cash * 1_000n) / (price * unit * 1_001n)
        const cost = () => quantity * price * unit + up(quantity * price * unit, 1_000n)
        while (cost() > cash) quantity--
        const fee = up(quantity * price * unit, 1_000n)
        trades.push({ time, side: 'buy', price, quantity, fee })
        cash -= quantity * price * unit + fee
        held = quantity
      } else {
        const price = (open * 9_994n) / 10_000n
        const fee = up(held * price * unit, 1_000n)
        trades.push({ time, side: 'sell', price, quantity: held, fee })
        cash += held * price * unit - fee
        held = 0n
      }
      wish = undefined
    }
    return trades
  }

  test.each([1, 5, 60] as const)('trades at crosses of two averages, in candles of %i minutes', (tf) => {
    const candles = closesOf(rows, tf)
    const mean = (index: number, length: number) =>
      candles.slice(index - length + 1, index + 1).reduce((sum, { close }) => sum + close, 0n) *
      (length === 7 ? 18n : 7n)
    const signals = new Map<number, 'in' | 'out'>()
    for (let index = 18; index < candles.length; index++) {
      const [before, now] = [mean(index - 1, 7) - mean(index - 1, 18), mean(index, 7) - mean(index, 18)]
      const { time } = candles[index] ?? { time: 0 }
      if (before <= 0n && now > 0n) signals.set(time + tf * 60_000, 'in')
      if (before >= 0n && now < 0n) signals.set(time + tf * 60_000, 'out')
    }
    const expected = inAndOut(signals)
    expect(expected.length).toBeGreaterThan(3)
    expect(tradesOf('ma-cross', { fast: 7, slow: 18 }, tf)).toEqual(expected)
  })

  test('trades when the RSI returns from an extreme', () => {
    const tf = 5
    const candles = closesOf(rows, tf)
    const values = candles.map((_, index) =>
      wilder(
        candles.slice(Math.max(0, index - 200), index + 1).map(({ close }) => Number(close)),
        7,
      ),
    )
    const signals = new Map<number, 'in' | 'out'>()
    for (const [index, { time }] of candles.entries()) {
      const [before, now] = [values[index - 1], values[index]]
      if (before === undefined || now === undefined) continue
      if (before < 30 && now >= 30) signals.set(time + tf * 60_000, 'in')
      if (before > 70 && now <= 70) signals.set(time + tf * 60_000, 'out')
    }
    const expected = inAndOut(signals)
    expect(expected.length).toBeGreaterThan(3)
    expect(tradesOf('rsi', { length: 7, buyBelow: 30, sellAbove: 70 }, tf)).toEqual(expected)
  })

  test('trades a grid', () => {
    const { lower, upper, levels } = file.grid
    const cells = levels - 1
    const level = (cell: number) =>
      BigInt(Math.round((lower + ((upper - lower) * cell) / cells) * 10 ** file.priceDigits))
    const share = capital / BigInt(cells)
    const feeOf = (quantity: bigint, price: bigint, per: bigint) => up(quantity * price * unit * per, 10_000n)
    type Waiting = { cell: number; side: 'buy' | 'sell'; quantity: bigint; since: number; number: number }
    let waiting: Waiting[] = []
    const held = new Map<number, bigint>()
    const trades: Trade[] = []
    let cash = capital
    let number = 0
    const buyMore = (price: bigint, since: number) => {
      for (let cell = 0; cell < cells; cell++) {
        if (level(cell) >= price || held.has(cell) || waiting.some((each) => each.cell === cell && each.side === 'buy'))
          continue
        waiting.push({ cell, side: 'buy', quantity: share / (level(cell) * unit), since, number: number++ })
      }
    }
    for (const { time, open, high, low, close } of rows) {
      const filled: Waiting[] = []
      const trade = (order: Waiting, price: bigint, per: bigint) => {
        let { quantity } = order
        if (order.side === 'buy') {
          while (quantity * price * unit + feeOf(quantity, price, per) > cash) quantity--
          cash -= quantity * price * unit
          held.set(order.cell, quantity)
        } else {
          cash += quantity * price * unit
          held.delete(order.cell)
        }
        const fee = feeOf(quantity, price, per)
        cash -= fee
        trades.push({ time, side: order.side, price, quantity, fee })
        waiting = waiting.filter((each) => each !== order)
        filled.push(order)
      }
      const at = ({ side, cell }: Waiting) => (side === 'buy' ? level(cell) - 1n : level(cell + 1) + 1n)
      const reached = (order: Waiting, price: bigint) =>
        order.side === 'buy' ? price <= at(order) : price >= at(order)
      for (const order of [...waiting]) if (reached(order, open)) trade(order, open, 10n)
      const path = abs(high - open) <= abs(open - low) ? [high, low, close] : [low, high, close]
      let from = open
      for (const to of path) {
        const side = to < from ? 'buy' : 'sell'
        const leg = waiting
          .filter((order) => order.side === side && to !== from && reached(order, to))
          .sort((a, b) => Number(side === 'buy' ? at(b) - at(a) : at(a) - at(b)) || a.number - b.number)
        for (const order of leg) trade(order, side === 'buy' ? level(order.cell) : level(order.cell + 1), 4n)
        from = to
      }
      for (const { cell } of filled) {
        const quantity = held.get(cell)
        waiting = waiting.filter((each) => !(each.cell === cell && each.side === 'sell'))
        if (quantity) waiting.push({ cell, side: 'sell', quantity, since: time, number: number++ })
      }
      buyMore(close, time)
    }
    expect(trades.length).toBeGreaterThan(20)
    expect(tradesOf('grid', file.grid, 1)).toEqual(trades)
  })
})

function readRows({ path, priceDigits }: File): Row[] {
  const units = (text: string) => {
    const [whole = '0', rest = ''] = text.split('.')
    const kept = BigInt(whole + rest.slice(0, priceDigits).padEnd(priceDigits, '0'))
    return kept + (rest.charAt(priceDigits) >= '5' ? 1n : 0n)
  }
  const byTime = new Map<number, Row>()
  for (const line of readFileSync(path, 'utf8').trim().split('\n').slice(1)) {
    const [date = '', open = '', high = '', low = '', close = ''] = line.split(',')
    const time = /^\d+$/.test(date) ? Number(date) : Date.parse(`${date.replace(' ', 'T')}Z`)
    byTime.set(time, { time, open: units(open), high: units(high), low: units(low), close: units(close) })
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time).slice(0, 12_000)
}

/** Returns the closes of candles built from rows; the last candle may be incomplete. */
function closesOf(rows: readonly Row[], tf: number): { time: number; close: bigint }[] {
  const candles = new Map<number, bigint>()
  for (const { time, close } of rows) candles.set(time - (time % (tf * 60_000)), close)
  return [...candles].map(([time, close]) => ({ time, close }))
}

function wilder(closes: readonly number[], length: number): number | undefined {
  const changes = closes.slice(1).map((close, index) => close - (closes[index] ?? 0))
  if (changes.length < length) return undefined
  const average = (values: readonly number[]) => {
    const first = values.slice(0, length).reduce((sum, value) => sum + value, 0) / length
    return values.slice(length).reduce((mean, value) => (mean * (length - 1) + value) / length, first)
  }
  const gain = average(changes.map((change) => Math.max(0, change)))
  const loss = average(changes.map((change) => Math.max(0, -change)))
  return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)
}
