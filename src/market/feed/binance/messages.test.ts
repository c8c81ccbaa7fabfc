import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { minuteMs } from '../../timeframe.ts'
import { toDecimal, wholeUnits } from '../../units.ts'
import { readKlines, readMessage, readServerTime } from './messages.ts'

const one = wholeUnits(1)
const candle = fc
  .record({
    minute: fc.nat(1e8),
    prices: fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 4, maxLength: 4 }),
    volume: fc.nat(1e9),
  })
  .map(({ minute, prices, volume }) => {
    const [low = one, open = one, close = one, high = one] = prices.toSorted((a, b) => a - b).map(wholeUnits)
    return { openTime: minute * minuteMs, open, high, low, close, volume: wholeUnits(volume) }
  })
const digits = { asset: 'BTCUSDT', priceDigits: 4, volumeDigits: 5 }
const digitsOf = (asset: string) => (asset === 'BTCUSDT' ? digits : undefined)
/** Formats a number as the exchange does, with eight digits after the decimal point. */
const text = (value: number, at: number) => toDecimal(wholeUnits(value), at < 4 ? 4 : 5).toFixed(8)

test('a kline is parsed, combined or raw, with all its decimals', () => {
  fc.assert(
    fc.property(
      candle,
      fc.boolean(),
      fc.boolean(),
      ({ openTime, open, high, low, close, volume }, isClosed, isWrapped) => {
        const [o, h, l, c, v] = [open, high, low, close, volume].map(text)
        const k = { t: openTime, T: openTime + 59_999, s: 'BTCUSDT', i: '1m', o, h, l, c, v, x: isClosed, n: 1 }
        const data = { e: 'kline', E: openTime + 5, s: 'BTCUSDT', k }
        expect(readMessage(JSON.stringify(isWrapped ? { stream: 'btcusdt@kline_1m', data } : data), digitsOf)).toEqual({
          kind: 'update',
          update: { asset: 'BTCUSDT', openTime, open, high, low, close, volume, isClosed, time: openTime + 5 },
          isExact: true,
        })
      },
    ),
  )
})

test('a trade is read with the side of the order that caused it', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.nat(1e9), fc.nat(2e12), fc.boolean(), (price, quantity, T, m) => {
      const data = { e: 'aggTrade', E: T + 3, s: 'BTCUSDT', a: 7, f: 100, l: 105, T, m, M: true }
      const sent = { ...data, p: (price / 1e4).toFixed(8), q: (quantity / 1e5).toFixed(8) }
      const read: unknown = readMessage(JSON.stringify({ stream: 'btcusdt@aggTrade', data: sent }), digitsOf)
      const trade = { asset: 'BTCUSDT', id: '7', time: T, price, quantity, side: m ? 'sell' : 'buy' }
      expect(read).toEqual(
        price === 0
          ? { kind: 'malformed', malformation: 'impossible trade' }
          : { kind: 'trades', trades: [trade], isExact: true },
      )
    }),
  )
})

test('no message makes the parser throw, and no impossible price is accepted', () => {
  const numbers = fc.oneof(
    fc.constantFrom('', 'NaN', '-1', '1e999', '0x10', ' 1 '),
    fc.double().map(String),
    fc.anything(),
  )
  const k = fc.record({
    t: fc.oneof(fc.constant(minuteMs), fc.anything()),
    i: fc.constant('1m'),
    o: numbers,
    h: numbers,
    l: numbers,
    c: numbers,
    v: numbers,
    x: fc.boolean(),
  })
  const almost = k.map((kline) => ({ stream: 's', data: { e: 'kline', E: 1, s: 'BTCUSDT', k: kline } }))
  const sent = fc.oneof(fc.string(), fc.json(), fc.uint8Array(), fc.anything(), almost.map(toJson))
  fc.assert(
    fc.property(sent, (message) => {
      const read = readMessage(message, digitsOf)
      if (read.kind !== 'update') return
      const { open, high, low, close, volume, openTime } = read.update
      expect(Number.isSafeInteger(openTime) && openTime % minuteMs === 0).toBe(true)
      for (const value of [open, high, low, close]) expect(value > 0 && Number.isFinite(value)).toBe(true)
      expect(volume >= 0 && high >= Math.max(open, close) && low <= Math.min(open, close)).toBe(true)
    }),
    { numRuns: 1000 },
  )
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.anything()),
      (body) => void [readKlines(body, digits), readServerTime(body)],
    ),
  )
})

test('history rows are parsed, also with new columns; one invalid row rejects the answer', () => {
  const row = [60_000, '1.5', '2', '1', '1.75', '0.00010000', 119_999, '0.00018', 7, '0.00005', '0', '0', 'new']
  const [open, high, low, close, volume] = [15_000, 20_000, 10_000, 17_500, 10].map(wholeUnits)
  const traded = { trades: 7, quoteVolume: wholeUnits(2), takerVolume: wholeUnits(5) }
  const bare = { openTime: 60_000, open, high, low, close, volume }
  const read: unknown = { ...bare, traded }
  expect<unknown>(readKlines([row, row], digits)).toEqual([read, read])
  expect(readKlines([], digits)).toEqual([])
  let rounded = 0
  const finer = [60_000, '1.50001', '2', '1', '1.75', '0.0001']
  expect<unknown>(readKlines([row, finer], digits, () => rounded++)).toEqual([read, bare])
  expect(rounded).toBe(1)
  expect(readKlines([row, [60_000, '3', '2', '1', '1', '0']], digits)).toBeUndefined()
  expect(readKlines({ code: -1121, msg: 'Invalid symbol.' }, digits)).toBeUndefined()
})

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
