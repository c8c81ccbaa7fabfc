import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '../src/db/client.ts'
import { migrateDb } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'
import { createLogger } from '../src/log/logger.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { type Session, type SessionOptions, startSession } from './doubles/exchange-session.ts'
import { openTestMarket, type TestMarket } from './test-market.ts'

/* What the exchange refuses for good is shown, holds nothing else back, and is not asked for again and again. */

setDefaultTimeout(60_000)

const dayMs = 1440 * minuteMs
const instruments = defaultInstruments.slice(0, 2)

let folder: string
let databases = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-refusals-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let session: Session
let db: Db
let market: TestMarket
let logged: string
const log = createLogger({
  level: 'warn',
  write: (lines) => {
    logged += lines
  },
  holdMs: 0,
})

async function begin(options: SessionOptions = {}): Promise<Session['exchange']> {
  logged = ''
  session = await startSession({ instruments, ...options })
  db = await openDb({ url: `file:${join(folder, `${databases++}.db`)}` })
  await migrateDb(db, migrations.market)
  return session.exchange
}

async function follow(): Promise<void> {
  market = await openTestMarket({ db, feed: session.feed, historyDays: 2, latenessMs: 0, log })
}

const isLive = () => market.state().name === 'live'
const minutesOf = (asset: string) => market.candles({ asset, tf: 1, limit: 1000 })

afterEach(async () => {
  await market.close()
  await session.close()
  await db.close()
})

test('a delisted symbol ends its own backfill and no other’s, and is shown', async () => {
  const exchange = await begin()
  exchange.faults.delisted.add('BTCUSDT')
  await follow()
  await session.passUntil(() => isLive() && !market.state().isBackfilling)
  expect(market.state().assets).toEqual({ BTCUSDT: 'delisted' })
  expect(await minutesOf('BTCUSDT')).toEqual([])
  const over = exchange.now() - (exchange.now() % minuteMs)
  const day = { asset: 'ETHUSDT', tf: 1440, from: over - dayMs - (over % dayMs), limit: 1 } as const
  expect(await market.candles(day)).toHaveLength(1)
  log.flush()
  expect(logged.match(/for good/g)).toHaveLength(1)
  const refused = exchange.rest.statuses.get(400)
  await session.pass(10 * minuteMs)
  expect(exchange.rest.statuses.get(400)).toBe(refused)
})
