import { afterAll, afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { createTestFeed, minuteOf, type TestFeed } from '../../tests/doubles/feed.ts'
import { createMarketDatabases } from '../../tests/market-databases.ts'
import { examplesMs, runsOf } from '../../tests/property-runs.ts'
import { openTestMarket, type TestMarket } from '../../tests/test-market.ts'
import { until } from '../../tests/until.ts'
import { type Db, openDb } from '../db/client.ts'
import { createLogger } from '../log/logger.ts'
import { claimSource } from './claim-source.ts'
import type { Feed } from './feed/feed.ts'
import { joinFeeds } from './feed/joined/joined-feed.ts'
import { defaultInstruments } from './instrument.ts'
import { gapStatements, minuteStatements } from './queries.ts'
import { minuteMs } from './timeframe.ts'

setDefaultTimeout(60_000)

const log = createLogger({ level: 'silent', write: () => {} })
const midnight = Date.UTC(2026, 5, 10)
const instruments = defaultInstruments.slice(0, 2)
const databases = await createMarketDatabases()
afterAll(databases.remove)

let market: TestMarket | undefined
let db: Db
afterEach(async () => {
  await market?.close()
  await db.close()
})

/** An exchange whose whole past has one price */
function exchange(id: 'binance' | 'bybit' | 'okx', price: number): TestFeed {
  const past = instruments.flatMap(({ asset }) =>
    Array.from({ length: 60 }, (_, minute) => minuteOf(asset, midnight + minute * minuteMs, price)),
  )
  return Object.assign(createTestFeed({ instruments, past, source: id }), { id, now: () => midnight + 60 * minuteMs })
}

async function restart(feed: Feed, requests: readonly TestFeed[]): Promise<Record<string, number[]>> {
  await market?.close()
  // A restart closes the database too.
  const { file } = db
  await db.close()
  db = await openDb({ url: `file:${file}` })
  for (const { asked } of requests) asked.length = 0
  const opened = await openTestMarket({ db, feed, historyDays: 1, latenessMs: 0, log })
  market = opened
  await until(() => !opened.state().isBackfilling)
  const closes: Record<string, number[]> = {}
  for (const { asset } of opened.instruments) {
    const candles = await opened.candles({ asset, tf: 1, limit: 1000 })
    closes[asset] = [candles.length, ...new Set(candles.map(({ close }) => close / 100))]
  }
  return closes
}

test('exchanges that stay keep their candles over restarts, under their new symbols', async () => {
  db = await databases.open()
  const [binance, bybit, okx] = [exchange('binance', 100), exchange('bybit', 200), exchange('okx', 300)]
  const all = [binance, bybit, okx]
  expect(await restart(binance, all)).toEqual({ BTCUSDT: [60, 100], ETHUSDT: [60, 100] })
  // The exchanges have no history any more: what is there was kept.
  binance.past.length = 0
  const both = { BTCUSDT: [60, 100], ETHUSDT: [60, 100], 'bybit:BTCUSDT': [60, 200], 'bybit:ETHUSDT': [60, 200] }
  expect(await restart(joinFeeds([binance, bybit]), all)).toEqual(both)
  bybit.past.length = 0
  expect(await restart(joinFeeds([bybit, binance]), all)).toEqual({
    BTCUSDT: [60, 200],
    ETHUSDT: [60, 200],
    'binance:BTCUSDT': [60, 100],
    'binance:ETHUSDT': [60, 100],
  })
  expect(await restart(joinFeeds([okx, bybit]), all)).toEqual({
    BTCUSDT: [60, 300],
    ETHUSDT: [60, 300],
    'bybit:BTCUSDT': [60, 200],
    'bybit:ETHUSDT': [60, 200],
  })
  expect(await restart(bybit, all)).toEqual({ BTCUSDT: [60, 200], ETHUSDT: [60, 200] })
  expect(await restart(createTestFeed({ instruments, source: 'demo 1 course' }), all)).toEqual({
    BTCUSDT: [0],
    ETHUSDT: [0],
  })
})

const source = fc.oneof(
  fc
    .shuffledSubarray(['binance', 'bybit', 'okx', 'okx http://double'], { minLength: 1 })
    .filter((names) => names.filter((name) => name.startsWith('okx')).length < 2),
  fc.constantFrom(['demo 1 course'], ['moex'], ['replay 0123']),
)
const tables = ['candles', 'gaps', 'listings', 'digits']

test(
  'after any changes of source, the rows of each table are those of the exchanges that stayed',
  async () => {
    db = await databases.open()
    await fc.assert(
      fc.asyncProperty(fc.array(source, { minLength: 2, maxLength: 5 }), async (sources) => {
        let kept = new Map<string, number>()
        for (const [round, names] of sources.entries()) {
          await claimSource(db, names.join(), log)
          const isSame = names.join() === sources[round - 1]?.join()
          const isJoinable = isSame || names.every((name) => /^(binance|bybit|okx)/.test(name))
          kept = new Map(names.flatMap((name) => (isJoinable && kept.has(name) ? [[name, kept.get(name) ?? 0]] : [])))
          const assetOf = (name: string) => (name === names[0] ? '' : `${name.split(' ')[0]}:`).concat('BTCUSDT')
          for (const table of tables) {
            const rows = await db.readAll(`select distinct asset from ${table} order by asset`)()
            expect(rows.map(([asset]) => asset)).toEqual([...kept.keys()].map(assetOf).sort())
          }
          for (const [name, price] of kept) {
            const [[close] = []] = await db.readAll('select close from candles where asset = ?')(assetOf(name))
            expect(close).toBe(price)
          }
          for (const name of names) {
            const asset = assetOf(name)
            const price = 100 + round
            if (!kept.has(name)) kept.set(name, price * 100)
            const minute = minuteOf(asset, midnight, price)
            await db.writeRaw([
              ...minuteStatements([{ ...minute, close: (kept.get(name) ?? 0) as typeof minute.close }], []),
              ...gapStatements([{ asset, from: midnight, to: midnight + minuteMs }], 0),
              {
                sql: 'insert or replace into listings values (?, ?, ?, ?, ?, ?)',
                args: [asset, 'trading', '1', '1', '1', 0],
              },
              { sql: 'insert or replace into digits values (?, 2, 2)', args: [asset] },
            ])
          }
        }
        await claimSource(db, 'none', log)
      }),
      { numRuns: runsOf(200) },
    )
  },
  examplesMs,
)
