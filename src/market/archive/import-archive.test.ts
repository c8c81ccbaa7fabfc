import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { digitsOf, minuteOf } from '../../../tests/doubles/feed.ts'
import { candlesOf } from '../../../tests/market-candles.ts'
import { createMarketDatabases } from '../../../tests/market-databases.ts'
import type { Db } from '../../db/client.ts'
import { type MinuteUpdate, rowOf } from '../candle.ts'
import { defaultInstruments } from '../instrument.ts'
import { createCandleReader, readGaps, readSource } from '../queries.ts'
import { minuteMs, timeframes } from '../timeframe.ts'
import { importArchive } from './import-archive.ts'

setDefaultTimeout(60_000)

const databases = await createMarketDatabases()
afterAll(databases.remove)

const now = Date.UTC(2026, 5, 10)
const begin = Date.UTC(2026, 4, 1)
const [bitcoin] = defaultInstruments
if (!bitcoin) throw new Error('There are no instruments')
const instrument = bitcoin

let files = 0

async function newFile(lines: readonly string[], lineEnd = '\n'): Promise<string> {
  const path = join(databases.folder, `${files++}.csv`)
  await Bun.write(path, lines.join(lineEnd))
  return path
}

/** A little more than two days of minutes, some of them without trades */
const minutes = Array.from({ length: 3000 }, (_, n) =>
  minuteOf('BTCUSDT', begin + n * minuteMs, 60_000.01 + (n % 997) / 100, {
    high: 70_000,
    low: 50_000.5,
    volume: n / 1e5,
  }),
).filter((_, n) => n % 700 !== 5)

/** Formats a minute as a row of Binance's archives. @param perMs  1000 since 2025, when times are in µs */
function klineOf(minute: MinuteUpdate, perMs = 1): string {
  const [openTime, ...numbers] = rowOf(minute, digitsOf('BTCUSDT'))
  const end = (openTime + minuteMs) * perMs - 1
  return [openTime * perMs, ...numbers.map((number) => number.toFixed(8)), end, '1.5', 42, '0.5', '0.7', 0].join()
}

const klines = minutes.map((minute) => klineOf(minute))

async function take(db: Db, path: string, more: Partial<Parameters<typeof importArchive>[0]> = {}) {
  return importArchive({ db, path, instrument, source: 'binance', now, ...more })
}

async function stored(db: Db, tf: (typeof timeframes)[number]) {
  const span = { asset: 'BTCUSDT', tf, from: 0, to: Number.MAX_SAFE_INTEGER, count: 10_000 }
  return createCandleReader(db).first(span)
}

const binanceHeader =
  'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore'
const apiHeader =
  'timestamp,open,high,low,close,volume,close_time,quote_asset_volume,number_of_trades,taker_buy_base_asset_volume,taker_buy_quote_asset_volume,ignore'

/** Returns stored gaps, with `from` and `to` in minutes after the first minute of the archive. */
async function gapsOf(db: Db) {
  const gaps = await readGaps(db, { asset: 'BTCUSDT', from: 0, to: Number.MAX_SAFE_INTEGER })
  return gaps.map(({ from, to }) => [(from - begin) / minuteMs, (to - begin) / minuteMs])
}

async function tradedOf(db: Db, tf: number, minute: number) {
  const read = db.readAll('select trades, quote_volume, taker_volume from candles where tf = ? and open_time = ?')
  return (await read(tf, begin + minute * minuteMs))[0]
}

const date = ({ openTime }: MinuteUpdate) => new Date(openTime).toISOString().slice(0, 19).replace('T', ' ')

describe('an archive', () => {
  const traded = { trades: 42, quote: 150, taker: 50_000 }
  test.each<[string, string[], string, typeof traded | undefined]>([
    ['of Binance', klines, '\n', traded],
    ['in µs', minutes.map((minute) => klineOf(minute, 1000)), '\n', traded],
    ['with a header, in lines of Windows', [binanceHeader, ...klines, ''], '\r\n', traded],
    ['with the names of its API', [apiHeader, ...klines], '\n', traded],
    [
      'with dates and other columns',
      [
        'date;volume;close;low;high;open',
        ...minutes.map((minute) => {
          const [, open, high, low, close, volume] = rowOf(minute, digitsOf('BTCUSDT'))
          return [date(minute), volume, close, low, high, open].join(';')
        }),
      ],
      '\n',
      undefined,
    ],
  ])('%s is stored with its longer candles, its gaps and its trade data', async (_, lines, lineEnd, traded) => {
    const db = await databases.open()
    const shares: number[] = []
    const path = await newFile(lines, lineEnd)
    const outcome = await take(db, path, { onProgress: (bytes, total) => void shares.push(bytes / total) })
    expect(outcome).toEqual({
      status: 'imported',
      rows: minutes.length,
      added: minutes.length,
      rounded: 0,
      from: begin,
      to: begin + 2999 * minuteMs,
    })
    for (const tf of timeframes) expect(await stored(db, tf)).toEqual(candlesOf(minutes, tf))
    expect(await readSource(db)).toBe('binance')
    // The check of the file and the write count as half of the work each, so progress passes 0.5 between them.
    expect(shares).toEqual(shares.toSorted())
    expect([shares.filter((share) => share <= 0.5).at(-1), shares.at(-1)]).toEqual([0.5, 1])
    expect(await gapsOf(db)).toEqual([5, 705, 1405, 2105, 2805].map((from) => [from, from + 1]))
    const { trades, quote, taker } = traded ?? { trades: null, quote: null, taker: null }
    expect(await tradedOf(db, 1, 0)).toEqual([trades, quote, taker])
    expect(await tradedOf(db, 5, 0)).toEqual([trades && 5 * trades, quote && 5 * quote, taker && 5 * taker])
    await db.close()
  })

  test('imported again adds nothing and leaves stored minutes unchanged', async () => {
    const db = await databases.open()
    const path = await newFile(klines)
    await take(db, path)
    expect(await take(db, path)).toMatchObject({ rows: minutes.length, added: 0 })
    const all = await createCandleReader(db).minutesFrom('BTCUSDT', 0)
    expect(all.filter(({ openTime, time }) => time !== openTime + 60_000)).toEqual([])
    const [first = ''] = klines
    expect(await take(db, await newFile([first.replace('70000.0', '71000.0')]))).toMatchObject({ rows: 1, added: 0 })
    expect(await stored(db, 1440)).toEqual(candlesOf(minutes, 1440))
    await db.close()
  })

  test('records no gap for stored minutes that it lacks, nor before and after its own', async () => {
    const db = await databases.open()
    const [first, , third, , , , seventh] = minutes.slice(6)
    if (!first || !third || !seventh) throw new Error('There are too few minutes')
    await take(db, await newFile([klineOf(third)]))
    await take(db, await newFile([first, seventh].map((minute) => klineOf(minute))))
    expect(await gapsOf(db)).toEqual([
      [8, 9],
      [10, 13],
    ])
    // A gap that only touches a span at its end does not overlap the span.
    const between = { asset: 'BTCUSDT', from: begin + 9 * minuteMs, to: begin + 10 * minuteMs }
    expect(await readGaps(db, between)).toEqual([])
    await db.close()
  })

  test('with a quote volume too large to store is stored without trade data', async () => {
    const db = await databases.open()
    await take(db, await newFile([`${begin},1,2,1,1.5,1,,1e15,42,1`]))
    expect(await tradedOf(db, 1, 0)).toEqual([null, null, null])
    await db.close()
  })

  test('with more decimals than the asset is rounded, and the count is reported', async () => {
    const db = await databases.open()
    // The longest accepted line: it describes the last minute that has ended, without trades.
    const last = `${now - minuteMs},1.5,1.5,1.5,1.5,0.00001000,,0,0,0`.padEnd(2000, ',')
    expect(await take(db, await newFile([`${begin},1.005,2,1,1.5,0.000014`, last]))).toMatchObject({
      rows: 2,
      rounded: 2,
    })
    expect(await stored(db, 1)).toMatchObject([
      { open: 101, volume: 1 },
      { open: 150, volume: 1 },
    ])
    await db.close()
  })

  test('of many days causes a WAL checkpoint after every hundred of them', async () => {
    const db = await databases.open()
    let [writes, checkpoints]: [number, number[]] = [0, []]
    const watched: Db = {
      ...db,
      writeRaw: (statements, options) => {
        if (options?.lane !== 'bulk') return db.writeRaw(statements, options)
        writes++
        return Promise.resolve([])
      },
      checkpoint: async () => void checkpoints.push(writes),
    }
    const days = Array.from(
      { length: 101 },
      (_, day) => `${now - (101 - day) * 1440 * minuteMs},1,1,1,1,62549994.82459`,
    )
    expect(await take(watched, await newFile(days))).toMatchObject({ rows: 101, added: 0 })
    expect([writes, checkpoints]).toEqual([101, [100]])
    await db.close()
  })

  test('whose import was interrupted leaves whole days, and the import can be resumed', async () => {
    const db = await databases.open()
    const path = await newFile(klines)
    let writes = 0
    const failing: Db = {
      ...db,
      writeRaw: (statements, options) =>
        options?.lane === 'bulk' && ++writes === 2
          ? Promise.reject(new Error('killed'))
          : db.writeRaw(statements, options),
    }
    const error = await take(failing, path).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ message: 'killed' })
    const firstDay = minutes.filter(({ openTime }) => openTime < begin + 1440 * minuteMs)
    for (const tf of timeframes) {
      expect(await stored(db, tf)).toEqual(candlesOf(firstDay, tf))
    }
    await take(db, path)
    for (const tf of timeframes) expect(await stored(db, tf)).toEqual(candlesOf(minutes, tf))
    await db.close()
  })
})

describe('nothing is written', () => {
  const [first = '', second = ''] = klines
  test.each<[string, string[], number, string]>([
    [
      'a price that is none',
      [...klines, `${now - minuteMs},${'x'.repeat(41)},2,1,1.5,1`],
      minutes.length + 1,
      `column open: "${'x'.repeat(40)}": expected`,
    ],
    ['no high', [`${begin},1,,1,1,1`], 1, 'column high: ""'],
    ['no low', [`${begin},1,1,,1,1`], 1, 'column low: ""'],
    ['a price below a step', [`${begin},0.004,2,0.004,1.5,1`], 1, 'a price, 0.01 at least'],
    ['a high below the close', [first, `${begin + minuteMs},1,1,1,2,1`], 2, 'column high: "1"'],
    ['a low above the open', [`${begin},1,3,2,2,1`], 1, 'column low: "2"'],
    ['a negative volume', [`${begin},1,1,1,1,-1`], 1, 'column volume: "-1"'],
    ['too few columns', [`${begin},1,1`], 1, 'column close: ""'],
    ['a volume too large', [`${begin},1,1,1,1,62549994.82460`], 1, 'column volume: "62549994.82460"'],
    ['no time', ['yesterday,1,1,1,1,1'], 1, 'column time: "yesterday": expected seconds, ms or µs since 1970, or'],
    ['a time within a minute', [`${begin + 1},1,1,1,1,1`], 1, 'the start of a minute'],
    [
      'disorder',
      [second, first],
      2,
      'the minute 2026-05-01 00:00 is not later than the one before, 2026-05-01 00:01: sort the lines by time',
    ],
    ['a minute twice', [first, first], 2, 'not later than the one before'],
    ['a minute that is not over', [first, `${now},1,1,1,1,1`], 2, 'is not over yet'],
    ['candles of five minutes', [`${begin},1,1,1,1,1,${begin + 5 * minuteMs - 1}`], 1, 'longer candles'],
    [
      'candles of five minutes, in µs',
      [`${begin},1,1,1,1,1,${(begin + 5 * minuteMs) * 1000 - 1}`],
      1,
      'longer candles',
    ],
    ['candles of a minute and two seconds', [`${begin},1,1,1,1,1,${begin + minuteMs + 2000}`], 1, 'longer candles'],
    ['a header without volume', ['time,open,high,low,close', first], 1, 'the header lacks volume'],
    ['trades that are no number', [`${begin},1,1,1,1,1,,1,many,1`], 1, 'column trades: "many"'],
    ['a packed file', [first, 'PK'.padEnd(2001, 'x')], 2, 'expected lines of a CSV'],
  ])('when the file has %s', async (_, lines, line, fault) => {
    const db = await databases.open()
    const outcome = await take(db, await newFile(lines))
    expect(outcome).toMatchObject({ status: 'faulty', line })
    expect(outcome.status === 'faulty' && outcome.fault).toContain(fault)
    expect(await stored(db, 1)).toEqual([])
    expect(await readSource(db)).toBeUndefined()
    await db.close()
  })

  test('if there is no file, or no candle in it', async () => {
    const db = await databases.open()
    expect(await take(db, join(databases.folder, 'none.csv'))).toMatchObject({ status: 'unreadable' })
    expect(await take(db, databases.folder)).toMatchObject({ status: 'unreadable' })
    expect(await take(db, await newFile([binanceHeader, '']))).toEqual({ status: 'empty' })
    expect(await readSource(db)).toBeUndefined()
    await db.close()
  })

  test('if candles of another source are stored', async () => {
    const db = await databases.open()
    await db.writeRaw([{ sql: 'insert into market_source values (1, ?)', args: ['demo 1 course'] }])
    expect(await take(db, await newFile(klines))).toEqual({ status: 'other-source', stored: 'demo 1 course' })
    expect(await stored(db, 1)).toEqual([])
    await db.close()
  })
})
