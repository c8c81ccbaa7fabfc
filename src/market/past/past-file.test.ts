import { afterAll, expect, test } from 'bun:test'
import { minuteOf } from '../../../tests/doubles/feed.ts'
import { createMarketDatabases } from '../../../tests/market-databases.ts'
import type { Candle } from '../candle.ts'
import { minuteMs, type Timeframe } from '../timeframe.ts'
import { wholeUnits } from '../units.ts'
import { openPastFile } from './past-file.ts'

const databases = await createMarketDatabases()
afterAll(databases.remove)

const midnight = Date.UTC(2026, 5, 10)
const minuteAt = (n: number) => minuteOf('BTCUSDT', midnight + n * minuteMs, 100)
const tradedAt = (n: number): Candle => ({
  ...minuteAt(n),
  traded: { trades: n, quoteVolume: wholeUnits(2 * n), takerVolume: wholeUnits(3 * n) },
})
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

test('trade data is stored, only touched candles are rolled up, and a failure leaves nothing', async () => {
  const db = await databases.open()
  const file = openPastFile(db.file ?? '')
  const read = db.readAll(`select (open_time - ${midnight}) / 60000, high, is_closed, (time - open_time) / 60000,
    trades, quote_volume, taker_volume from candles where asset = 'BTCUSDT' and tf = ? order by open_time`)
  const rows = async (tf: number) => (await read(tf)).map((row) => [...row])
  // The rows need more than two statements, with and without trade data.
  file.put('BTCUSDT', new Map([[1, numbers(0, 45).map(tradedAt)]]))
  file.put('BTCUSDT', new Map([[1, numbers(45, 86).map(minuteAt)]]))
  const asked = numbers(0, 86).map((n) => [n, 10_000, 1, 1, ...(n < 45 ? [n, 2 * n, 3 * n] : [null, null, null])])
  // A stored candle is not replaced by one that is equally recent.
  file.put('BTCUSDT', new Map([[1, [{ ...minuteAt(45), high: wholeUnits(77_700) }]]]))
  expect(await rows(1)).toEqual(asked)

  const former = { ...minuteAt(0), high: wholeUnits(77_700) }
  file.put('BTCUSDT', new Map([[5, [0, 50].map((n) => ({ ...former, openTime: midnight + n * minuteMs }))]]))
  file.rollUp({ asset: 'BTCUSDT', from: midnight + 41 * minuteMs, to: midnight + 46 * minuteMs })
  expect(await rows(5)).toEqual([
    [0, 77_700, 1, 5, null, null, null],
    [40, 10_000, 1, 5, 210, 420, 630],
    [45, 10_000, 1, 5, null, null, null],
    [50, 77_700, 1, 5, null, null, null],
  ])
  const longer = await Promise.all([15, 60, 240, 1440].map(rows))
  expect(longer.map((each) => each.map((row) => row.slice(0, 4)))).toEqual([
    [
      [30, 10_000, 0, 15],
      [45, 77_700, 0, 10],
    ],
    [[0, 77_700, 0, 55]],
    [[0, 77_700, 0, 55]],
    [[0, 77_700, 0, 55]],
  ])

  const broken = { ...minuteAt(91), high: wholeUnits(Number.NaN) }
  expect(() => file.put('BTCUSDT', new Map([[1, [minuteAt(90), broken]]]))).toThrow()
  expect(await rows(1)).toEqual(asked)
  file.put('BTCUSDT', new Map([[1, [minuteAt(90)]]]))
  expect(await rows(1)).toHaveLength(87)
  file.close()
  await db.close()
})

test('every candle is stored unchanged: with trade data, without, and if it is seamless', async () => {
  const db = await databases.open()
  const file = openPastFile(db.file ?? '')
  const read = db.readAll(`select open_time, open, high, low, close, volume, is_closed, time,
    trades, quote_volume, taker_volume from candles where asset = ? and tf = ? order by open_time`)
  const rowOf = ({ openTime, open, high, low, close, volume, traded }: Candle, tf: number) => {
    const { trades = null, quoteVolume = null, takerVolume = null } = traded ?? {}
    return [openTime, open, high, low, close, volume, 1, openTime + tf * minuteMs, trades, quoteVolume, takerVolume]
  }
  const candleAt = (n: number, tf: number): Candle => {
    const [openTime, open, close] = [midnight + n * tf * minuteMs, wholeUnits(1000 + n), wholeUnits(1001 + n)]
    return { openTime, open, high: wholeUnits(2000 + n), low: wholeUnits(n), close, volume: wholeUnits(7 * n) }
  }
  const many = numbers(0, 2 * 240 + 2 * 24 + 3)
  const series: [asset: string, tf: Timeframe, candles: Candle[]][] = [
    ['BTCUSDT', 1, many.map((n) => ({ ...candleAt(n, 1), ...(n % 3 === 0 && { traded: tradedAt(n).traded }) }))],
    ['ETHUSDT', 1, many.map((n) => candleAt(n, 1))],
    ['ETHUSDT', 5, many.map((n) => candleAt(n, 5))],
    ['SOLUSDT', 1, many.map((n) => candleAt(n, 1)).filter((_, at) => at !== 400)],
    ['SOLUSDT', 5, many.map((n) => ({ ...candleAt(n, 5), ...(n === 400 && { open: wholeUnits(3) }) }))],
  ]
  for (const [asset, tf, candles] of series) {
    file.put(asset, new Map([[tf, candles]]))
    expect(await read(asset, tf)).toEqual(candles.map((candle) => rowOf(candle, tf)))
  }
  file.close()
  await db.close()
})
