import { afterAll, afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Db } from '../src/db/client.ts'
import { createLogger } from '../src/log/logger.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { type Session, type SessionOptions, startSession, until } from './doubles/exchange-session.ts'
import { play } from './doubles/exchange-words.ts'
import { createMarketDatabases } from './market-databases.ts'
import { openTestMarket, type TestMarket } from './test-market.ts'

/* Tests that a permanent refusal by the exchange is shown, blocks nothing else, and is not retried constantly. */

setDefaultTimeout(60_000)

const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const instruments = defaultInstruments.slice(0, 2)

const databases = await createMarketDatabases()
afterAll(databases.remove)

let session: Session
let db: Db
let market: TestMarket
let logged: string
const log = createLogger({
  level: 'warn',
  write: (lines) => {
    logged += lines
  },
  maxDelayMs: 0,
})

async function begin(options: SessionOptions = {}): Promise<Session['exchange']> {
  logged = ''
  session = await startSession({ instruments, ...options })
  db = await databases.open()
  return session.exchange
}

async function follow(): Promise<void> {
  const { feed, clock } = session
  market = await openTestMarket({ db, feed, clock, historyDays: 2, latenessMs: 0, log })
}

const isLive = () => market.state().name === 'live'
const minutesOf = (asset: string) => market.candles({ asset, tf: 1, limit: 1000 })

afterEach(async () => {
  await market.close()
  await session.close()
  await db.close()
})

test('a delisted symbol ends only its own backfill and is shown as delisted', async () => {
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
  expect(logged.match(/refuses the history of an asset/g)).toHaveLength(1)
  const refused = exchange.rest.statuses.get(400)
  await session.pass(10 * minuteMs)
  expect(exchange.rest.statuses.get(400)).toBe(refused)
})

test('an asset with a failing history does not delay others', async () => {
  const exchange = await begin()
  exchange.faults.failing.add('BTCUSDT')
  await follow()
  await session.passUntil(isLive, 200)
  // The clock is frozen, so no retry delay ends while the test waits.
  await until(() => market.state().assets?.ETHUSDT === undefined)
  expect(market.state().assets).toEqual({ BTCUSDT: 'backfilling' })
  expect((await minutesOf('ETHUSDT')).length).toBe(1000)
  exchange.faults.failing.clear()
  await session.passUntil(() => market.state().assets === undefined, 5000)
  expect((await minutesOf('BTCUSDT')).length).toBe(1000)
})

const soon = 3 * minuteMs

test('a symbol delisted or halted while followed is shown so within minutes; its return too', async () => {
  const exchange = await begin({ instruments: defaultInstruments.slice(0, 3) })
  await follow()
  await session.passUntil(() => isLive() && !market.state().isBackfilling)
  play(exchange, 'delist BTCUSDT')
  play(exchange, 'halt ETHUSDT')
  await session.pass(soon)
  expect(market.state()).toMatchObject({ name: 'live', assets: { BTCUSDT: 'delisted', ETHUSDT: 'halted' } })
  expect(market.state().assets?.SOLUSDT).toBeUndefined()
  // The silence of refused symbols does not cause a reconnect.
  const opened = exchange.counts.opened
  await session.pass(10 * minuteMs)
  expect(exchange.counts.opened).toBe(opened)
  play(exchange, 'list BTCUSDT')
  play(exchange, 'resume ETHUSDT')
  await session.pass(soon)
  await session.passUntil(() => market.state().assets === undefined)
})

test('the status of symbols is requested after a lost connection and every hour', async () => {
  const exchange = await begin()
  await follow()
  await session.passUntil(() => isLive() && !market.state().isBackfilling)
  play(exchange, 'refuse')
  play(exchange, 'delist BTCUSDT')
  await session.pass(2 * minuteMs)
  play(exchange, 'accept')
  await session.passUntil(isLive)
  const back = session.clock.now()
  await session.passUntil(() => market.listing('BTCUSDT')?.status === 'delisted')
  expect(session.clock.now() - back).toBeLessThan(minuteMs)
  expect(market.state().assets?.BTCUSDT).toBe('delisted')
  exchange.faults.steps = { ETHUSDT: { priceDigits: 1, volumeDigits: 4 } }
  await session.pass(hourMs, 20_000)
  await session.passUntil(() => market.listing('ETHUSDT')?.priceStep === '0.1')
  expect(session.clock.now() - back).toBeLessThan(hourMs + minuteMs)
})

test.each([403, 451] as const)(
  '%i: the refused location is shown, retried slowly, and recovers completely',
  async (status) => {
    const exchange = await begin()
    exchange.faults.forbids = status
    await follow()
    await session.passUntil(() => market.state().name === 'waiting' && market.state().assets?.ETHUSDT === 'refused')
    expect(market.state()).toMatchObject({
      reason: 'forbidden',
      isBackfilling: false,
      assets: { BTCUSDT: 'refused', ETHUSDT: 'refused' },
    })
    log.flush()
    expect(logged).toContain('location or network')
    const pauseNow = () => {
      const state = market.state()
      return state.name === 'waiting' ? state.until - session.clock.now() : 0
    }
    for (let tries = 0; tries < 5; tries++) {
      const [pause, tried] = [pauseNow(), exchange.counts.connects]
      expect(pause).toBeGreaterThanOrEqual(10 * minuteMs)
      expect(pause).toBeLessThanOrEqual(11 * minuteMs)
      session.clock.advance(pause)
      await until(() => exchange.counts.connects === tried + 1 && market.state().name === 'waiting')
    }
    expect(session.warnings.filter((warning) => warning.includes('The exchange refuses'))).toHaveLength(1)
    expect(session.warnings.join()).toContain(String(status))
    exchange.faults.forbids = undefined
    // Advances time in short steps: one step as long as the connect timeout would end every attempt.
    session.clock.advance(pauseNow())
    await session.passUntil(isLive)
    await market.close()
    await follow()
    await session.passUntil(() => isLive() && !market.state().isBackfilling)
    expect(market.state().assets).toBeUndefined()
    expect((await minutesOf('ETHUSDT')).length).toBe(1000)
  },
)

test('a refused second connection does not affect the first and is rarely retried', async () => {
  const exchange = await begin()
  await follow()
  await session.passUntil(isLive)
  exchange.faults.forbids = 451
  exchange.announceShutdown()
  await session.passUntil(() => session.warnings.length > 0)
  const tried = exchange.counts.connects
  await session.pass(5 * minuteMs)
  expect(exchange.counts.connects).toBe(tried)
  expect(isLive()).toBe(true)
})

test('steps, minimums and halts come from the exchange at startup and are stored', async () => {
  const exchange = await begin()
  exchange.truth.stop('ETHUSDT', 0)
  await follow()
  await session.passUntil(() => isLive() && !market.state().isBackfilling && market.state().assets !== undefined)
  expect(market.state().assets).toEqual({ ETHUSDT: 'halted' })
  const listed = { status: 'trading', priceStep: '0.01', quantityStep: '0.00001', minNotional: '5' } as const
  expect(market.listing('BTCUSDT')).toEqual({ asset: 'BTCUSDT', ...listed })
  expect(market.listing('ETHUSDT')).toMatchObject({ status: 'halted', quantityStep: '0.0001' })
  // The symbol is not traded, so its silence must not cause a reconnect.
  await session.pass(5 * minuteMs)
  expect(exchange.counts.opened).toBe(1)
  await market.close()
  exchange.rest.next.push(503)
  await follow()
  expect(market.listing('ETHUSDT')?.status).toBe('halted')
  exchange.truth.goOn('ETHUSDT', exchange.now() + 2 * minuteMs - (exchange.now() % minuteMs))
  await session.passUntil(() => market.listing('ETHUSDT')?.status === 'trading', 5000)
  expect(market.state().assets?.ETHUSDT).not.toBe('halted')
})

test('without an answer about its symbols the market starts with built-in values', async () => {
  const exchange = await begin()
  exchange.rest.next.push('{"symbols":[{"symbol":"BTCUSDT"}]}')
  await follow()
  await session.passUntil(() => isLive() && !market.state().isBackfilling)
  expect(market.listing('BTCUSDT')).toEqual({
    asset: 'BTCUSDT',
    status: 'trading',
    priceStep: '0.01',
    quantityStep: '0.00001',
    minNotional: '5',
  })
  expect(market.state().assets).toBeUndefined()
})

test('startup waits five seconds for symbol information, and applies a later answer', async () => {
  const exchange = await begin()
  const { clock } = session
  exchange.faults.unanswered.add('/api/v3/exchangeInfo')
  exchange.faults.steps = { BTCUSDT: { priceDigits: 3, volumeDigits: 5 } }
  let hasBegun = false
  const beginning = follow().then(() => {
    hasBegun = true
  })
  await until(() => clock.due().includes(clock.now() + 5000))
  clock.advance(5000)
  await until(() => hasBegun)
  await beginning
  await session.passUntil(() => isLive() && !market.state().isBackfilling)
  expect(market.current('BTCUSDT', 1)?.close).toBeGreaterThan(0)
  expect(market.listing('BTCUSDT')?.priceStep).toBe('0.01')
  exchange.faults.unanswered.clear()
  await session.passUntil(() => market.listing('BTCUSDT')?.priceStep === '0.001', 5000)
})

test('finer steps apply from the next start, and stored values stay exact', async () => {
  const exchange = await begin({ instruments: defaultInstruments.slice(0, 1) })
  exchange.faults.steps = { BTCUSDT: { priceDigits: 3, volumeDigits: 5 } }
  // The feed's first start gets an error.
  exchange.rest.next.push(500)
  await follow()
  log.flush()
  expect(logged).toContain('did not report its trading steps')
  await session.passUntil(
    () => isLive() && !market.state().isBackfilling && market.listing('BTCUSDT')?.priceStep === '0.001',
  )
  expect(market.instrument('BTCUSDT')?.priceDigits).toBe(2)
  const before = await minutesOf('BTCUSDT')
  await market.close()
  await follow()
  expect(market.instrument('BTCUSDT')?.priceDigits).toBe(3)
  const after = (await minutesOf('BTCUSDT')).slice(0, 900)
  expect(after.map(({ open }) => Number(open))).toEqual(before.slice(0, 900).map(({ open }) => open * 10))
})

test('a relisted symbol is followed again without a restart', async () => {
  const exchange = await begin()
  exchange.faults.delisted.add('BTCUSDT')
  await follow()
  await session.passUntil(() => isLive() && !market.state().isBackfilling)
  await until(() => market.listing('BTCUSDT')?.status === 'delisted')
  exchange.faults.delisted.clear()
  await session.passUntil(() => market.listing('BTCUSDT')?.status === 'trading', 5000)
  await session.passUntil(() => !market.state().isBackfilling && market.state().assets === undefined)
  expect((await minutesOf('BTCUSDT')).length).toBe(1000)
})

test('trade count, quote volume and taker volume are stored for history and live minutes', async () => {
  const exchange = await begin({ instruments: defaultInstruments.slice(0, 1) })
  await follow()
  await session.passUntil(() => isLive() && !market.state().isBackfilling)
  await session.pass(6 * minuteMs)
  await market.close()
  const over = exchange.now() - (exchange.now() % minuteMs)
  const { rows } = await db.client.execute({
    sql: `select tf, trades, quote_volume, taker_volume, volume, close from candles
      where is_closed and (tf = 1 and open_time >= ? or tf = 5 and open_time >= ?) order by open_time`,
    args: [over - 30 * minuteMs, over - 30 * minuteMs],
  })
  const minutes = rows.filter(({ tf }) => tf === 1)
  expect(minutes.length).toBeGreaterThanOrEqual(29)
  for (const { trades, quote_volume, taker_volume, volume, close } of minutes) {
    expect([trades, taker_volume]).toEqual([42, volume])
    // Prices have two digits here and volumes five, so the product of both is divided by 1e5.
    expect(Math.abs(Number(quote_volume) - (Number(volume) * Number(close)) / 1e5)).toBeLessThanOrEqual(1)
  }
  expect(rows.filter(({ tf }) => tf === 5).map(({ trades }) => trades)).toEqual([210, 210, 210, 210, 210])
})
