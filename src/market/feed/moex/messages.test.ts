import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { minuteMs } from '../../timeframe.ts'
import { wholeUnits } from '../../units.ts'
import { moscowText, readCandles, readListings, readSpecialDays } from './messages.ts'
import { moexShares } from './shares.ts'
import { opensAt } from './trading-hours.ts'

const digits = { priceDigits: 2, volumeDigits: 0 }
const columns = ['open', 'close', 'high', 'low', 'value', 'volume', 'begin', 'end']
const row = [257.3, 257.3, 257.39, 256.9, 30515548, 118660, '2020-01-10 10:10:00', '2020-01-10 10:10:59']

test('candles are read by the names of their columns, in Moscow time, with volumes in shares', () => {
  const [open, high, low, volume] = [25730, 25739, 25690, 118660].map(wholeUnits)
  const candle: unknown = { openTime: Date.UTC(2020, 0, 10, 7, 10), open, high, low, close: open, volume }
  expect<unknown>(readCandles({ candles: { columns, data: [row] } }, digits)).toEqual([candle])
  const turned = { columns: columns.toReversed(), data: [row.toReversed()] }
  expect<unknown>(readCandles({ candles: turned }, digits)).toEqual([candle])
  expect(readCandles({ candles: { columns, data: [] } }, digits)).toEqual([])
})

test('an answer with other tables, a missing column or one invalid row is unreadable', () => {
  expect(readCandles({ markets: { columns, data: [row] } }, digits)).toBeUndefined()
  expect(readCandles({ candles: { columns: columns.slice(0, 6), data: [row] } }, digits)).toBeUndefined()
  const cell = fc.oneof(fc.anything(), fc.constantFrom(null, -1, Number.NaN, '2020-13-10 10:10:00', '10.01.2020'))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), cell, (at, value) => {
      const changed = row.with(at, value as string)
      const read = readCandles({ candles: { columns, data: [row, changed] } }, digits)
      for (const { openTime, high, low, open, close, volume } of read ?? []) {
        expect(Number.isSafeInteger(openTime) && openTime % minuteMs === 0).toBe(true)
        expect(low > 0 && high >= Math.max(open, close) && low <= Math.min(open, close) && volume >= 0).toBe(true)
      }
    }),
  )
  fc.assert(fc.property(fc.anything(), (body) => void [readCandles(body, digits), readSpecialDays(body)]))
})

test('orders are whole lots in steps of the price; a suspended share is halted', () => {
  const names = ['SECID', 'LOTSIZE', 'DECIMALS', 'MINSTEP', 'STATUS', 'CURRENCYID']
  const data = [
    ['SBER', 10, 2, 0.01, 'A', 'SUR'],
    ['LKOH', 1, 1, 0.5, 'S', 'SUR'],
    ['ABCD', 1, 2, 0.01, 'A', 'SUR'],
  ]
  expect(readListings({ securities: { columns: names, data } }, moexShares)).toEqual([
    { asset: 'SBER', status: 'trading', quantityStep: '10', minNotional: '0', priceStep: '0.01' },
    { asset: 'LKOH', status: 'halted', quantityStep: '1', minNotional: '0', priceStep: '0.5' },
  ])
  expect(readListings({ securities: { columns: names, data: [] } }, moexShares)).toBeUndefined()
})

test('the market is open on weekdays from 06:50, on weekends from 09:50, and not on holidays', () => {
  const days = {
    columns: ['date', 'is_work_day'],
    data: [
      ['2026-12-31', 0],
      ['2027-01-01', 0],
      ['2026-11-21', 1],
    ],
  }
  const special = readSpecialDays({ dailytable: days }) ?? new Map()
  const opening = (text: string) => {
    const at = opensAt(Date.parse(`${text.replace(' ', 'T')}:00+03:00`), special)
    return at === undefined ? 'open' : moscowText(at).slice(0, 16)
  }
  expect(opening('2026-11-20 06:49')).toBe('2026-11-20 06:50')
  expect(opening('2026-11-20 06:50')).toBe('open')
  expect(opening('2026-11-20 23:49')).toBe('open')
  expect(opening('2026-11-20 23:50')).toBe('2026-11-21 06:50')
  expect(opening('2026-11-22 09:49')).toBe('2026-11-22 09:50')
  expect(opening('2026-11-22 19:00')).toBe('2026-11-23 06:50')
  expect(opening('2026-12-31 12:00')).toBe('2027-01-02 09:50')
})
