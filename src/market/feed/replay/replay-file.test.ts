import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { ConfigError } from '../../../config/config-error.ts'
import { type DecimalCandle, decimalsOf } from '../../candle.ts'
import { minuteMs } from '../../timeframe.ts'
import { createFeed } from '../create-feed.ts'
import type { ReplaySteps } from '../manifest.ts'
import { parseRecordings, readReplayFile } from './replay-file.ts'

const start = Date.UTC(2026, 0, 31, 23, 50)

const candleAt = fc
  .record({ minute: fc.nat(60), prices: fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 4, maxLength: 4 }) })
  .map(({ minute, prices }): DecimalCandle => {
    const [low = 1, open = 1, close = 1, high = 1] = prices
      .toSorted((one, other) => one - other)
      .map((one) => one / 100)
    return { openTime: start + minute * minuteMs, open, high, low, close, volume: high }
  })

/** Functions that format a time in each of the formats a file may use */
const spellings: ((time: number) => string)[] = [
  String,
  (time) => String(time / 1000),
  (time) => new Date(time).toISOString().slice(0, 19).replace('T', ' '),
  (time) => new Date(time).toISOString(),
  (time) => `"${new Date(time).toISOString().slice(0, 16)}"`,
]

/** Returns the error of reading a file with this text, or '' if there is none. */
const errorOf = (text: string): string => {
  try {
    parseRecordings(text, 'prices.csv')
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return error instanceof Error ? error.message : ''
  }
}

test('rows in any order and format become one ascending series; of duplicates the last wins', () => {
  const rows = fc.array(fc.record({ candle: candleAt, spelling: fc.constantFrom(...spellings) }), { minLength: 1 })
  const form = fc.record({
    separator: fc.constantFrom(',', ';', '\t'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    time: fc.constantFrom('time', 'date', 'Date'),
    mark: fc.constantFrom('', '\uFEFF'),
  })
  fc.assert(
    fc.property(rows, form, (list, { separator, lineEnd, time, mark }) => {
      const lines = list.map(({ candle: { openTime, open, high, low, close, volume }, spelling }) => {
        return [volume, close, spelling(openTime), low, high, open].join(separator)
      })
      const header = ['volume', 'Close', time, 'low', 'high', 'open'].join(separator)
      const [recording] = parseRecordings(mark + [header, ...lines, ''].join(lineEnd), 'prices.csv')
      const expected = new Map(list.map(({ candle }) => [candle.openTime, candle]))
      expect(recording?.candles.map((candle) => decimalsOf(candle, recording))).toEqual(
        [...expected.values()].sort((one, other) => one.openTime - other.openTime),
      )
    }),
  )
})

test('each value of the asset column is a separate series with the digits of its rows', () => {
  const text = [
    'time,asset,open,high,low,close,volume',
    '60000,BTCUSDT,100.25,101,100,100.5,0.125',
    '60000,XRPUSDT,2.1234,2.2,2,2.1,10',
    '0,BTCUSDT,100,101,100,100.5,1',
    '120000,,1,1,1,1,1.5e-7',
  ]
  const recordings = parseRecordings(text.join('\n'), 'prices.csv')
  expect(recordings.map(({ asset, candles, ...digits }) => ({ asset, count: candles.length, ...digits }))).toEqual([
    { asset: 'BTCUSDT', count: 2, priceDigits: 2, volumeDigits: 3 },
    { asset: 'XRPUSDT', count: 1, priceDigits: 4, volumeDigits: 3 },
    { asset: 'REPLAY', count: 1, priceDigits: 0, volumeDigits: 8 },
  ])
})

test.each<[string, ReplaySteps, object]>([
  ['100,110,90,100,7', {}, { priceDigits: 0, volumeDigits: 5 }],
  ['0.9,0.95,0.9,0.9,7', {}, { priceDigits: 2, volumeDigits: 0 }],
  ['100,110,90,100,7.00001', {}, { priceDigits: 0, volumeDigits: 5 }],
  ['60000,60000,60000,60000,7', {}, { priceDigits: 0, volumeDigits: 7 }],
  ['60000,60000,60000,60000,6e8', {}, { priceDigits: 0, volumeDigits: 4 }],
  ['100,110,90,100,7', { quantityStep: '1' }, { priceDigits: 0, volumeDigits: 0 }],
  ['100,110,90,100,7', { priceStep: '0.05', quantityStep: '0.5' }, { priceDigits: 2, volumeDigits: 1 }],
  ['100.25,110,90,100,7.125', { priceStep: '1', quantityStep: '1' }, { priceDigits: 2, volumeDigits: 3 }],
])('rows like %s with the steps %j have the digits %j', (row, steps, digits) => {
  const text = `time,open,high,low,close,volume\n0,${row}\n`
  expect(parseRecordings(text, 'prices.csv', steps)).toMatchObject([digits])
})

test.each([
  ['time,open,high,low,close,volume\nyesterday,1,1,1,1,1', 'prices.csv:2, column time: "yesterday"', 'YYYY-MM-DD'],
  ['time,open,high,low,close,volume\n2026-02-30 00:00:00,1,1,1,1,1', 'prices.csv:2, column time', 'YYYY-MM-DD'],
  ['date,open,high,low,close,volume\n2026-02-03 00:00:30,1,1,1,1,1', 'prices.csv:2, column time', 'start of a minute'],
  ['time,open,high,low,close,volume\n0,1,1,1,1,1\n\n60000,x,1,1,1,1', 'prices.csv:4, column open: "x"', 'a price'],
  ['time,open,high,low,close,volume\n0,1,1,0,1,1', 'prices.csv:2, column low: "0"', 'above zero'],
  ['time,open,high,low,close,volume\n0,1,1,1,Infinity,1', 'prices.csv:2, column close', 'a price'],
  ['time,open,high,low,close,volume\n0,1,1,1,2,1', 'prices.csv:2, column high: "1"', 'at least'],
  ['time,open,high,low,close,volume\n0,1,1,1,0.5,1', 'prices.csv:2, column low: "1"', 'at most'],
  ['time,open,high,low,close,volume\n0,1,1,1,1,-1', 'prices.csv:2, column volume: "-1"', 'not negative'],
  ['time,open,high,low,close,volume\n0,1,1,1', 'prices.csv:2, column close: ""', 'a price'],
  ['open,high,low,close\n1,1,1,1', 'prices.csv:1', 'lacks time, volume'],
  ['', 'prices.csv:1', 'lacks time'],
  ['time,open,high,low,close,volume\n', 'prices.csv', 'no rows'],
])('a fault is reported with file, line and column: %j', (text, where, what) => {
  expect(errorOf(text)).toContain(where)
  expect(errorOf(text)).toContain(what)
})

test('only the first few faults of a file are reported', () => {
  const text = `time,open,high,low,close,volume\n${'bad,1,1,1,1,1\n'.repeat(1000)}`
  expect(errorOf(text).match(/column time/g)).toHaveLength(5)
})

test('FEED sets the file and the speed; an unreadable file is a configuration error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kurs-replay-'))
  const file = join(folder, 'prices@home.csv')
  writeFileSync(file, 'time,open,high,low,close,volume\n0,1,1,1,1,1\n')
  expect(createFeed(`replay:${file}`)).toMatchObject({ id: 'replay', instruments: [{ asset: 'REPLAY', quote: 'USD' }] })
  expect(createFeed(`replay:${file}@2.5`).id).toBe('replay')
  expect(() => createFeed(`replay:${file}@0`)).toThrow(ConfigError)
  expect(() => createFeed(`replay:${folder}/none.csv`)).toThrow(/none\.csv/)
  expect(readReplayFile(file).hash).toMatch(/^[0-9a-f]{16}$/)
  rmSync(folder, { recursive: true })
})
