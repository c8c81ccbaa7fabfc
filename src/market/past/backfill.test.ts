import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { type FakeClock, fakeClock } from '../../../tests/fake-clock.ts'
import { createMarketDatabases } from '../../../tests/market-databases.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { createLogger } from '../../log/logger.ts'
import type { MinuteUpdate } from '../candle.ts'
import { type Feed, FeedError, type Refusal } from '../feed/feed.ts'
import { defaultInstruments } from '../instrument.ts'
import { createCandleReader, readGaps } from '../queries.ts'
import { createStore } from '../store.ts'
import { minuteMs } from '../timeframe.ts'
import { type Backfill, startBackfill } from './backfill.ts'

setDefaultTimeout(60_000)

const midnight = Date.UTC(2026, 5, 10)
const dayMs = 1440 * minuteMs
const instruments = defaultInstruments.slice(0, 2)
const [btc, eth] = ['BTCUSDT', 'ETHUSDT']
/** Minutes of the last half hour before midnight, of both assets */
const past = [btc, eth].flatMap((asset) =>
  Array.from({ length: 30 }, (_, at) => minuteOf(asset, midnight - (30 - at) * minuteMs, 100)),
)

const databases = await createMarketDatabases()
afterAll(databases.remove)

let db: Db
let clock: FakeClock
let backfill: Backfill | undefined
let logged: string
/** Every history state that was published, of both assets */
let seen: string[]
/** Requests of `history` with their time, ms after the start */
let asked: { asset: string; from: number; to: number; at: number }[]
const log = createLogger({
  level: 'warn',
  write: (lines) => {
    logged += lines
  },
  maxDelayMs: 0,
})

beforeEach(async () => {
  db = await databases.open()
  clock = fakeClock(midnight)
  asked = []
  logged = ''
  seen = []
})
afterEach(async () => {
  await backfill?.close()
  await db.close()
})

/** Starts a backfill. @param failing  returns the error of a history request, or undefined if it succeeds */
function start(
  failing: (asset: string) => Error | undefined,
  newest: () => number = () => midnight,
  more: Partial<Feed> = {},
): Backfill {
  const whole = createTestFeed({ instruments, past })
  const feed: Feed = {
    ...whole,
    history: (asset, from, to, signal) => {
      asked.push({ asset, from, to, at: clock.now() - midnight })
      const failure = failing(asset)
      if (failure) throw failure
      return whole.history(asset, from, to, signal)
    },
    ...more,
  }
  const running = startBackfill({
    db,
    feed,
    store: createStore({ db, log }),
    historyDays: 1,
    latenessMs: 1500,
    until: midnight,
    newest,
    onMinutes: () => undefined,
    onCorrected: () => {},
    onMissing: () => {},
    onChange: () => void seen.push(states(running).join(' ')),
    clock,
    rest: async () => {},
    log,
  })
  backfill = running
  return running
}

const states = (running: Backfill) => [btc, eth].map((asset) => running.stateOf(asset))
const asks = (asset: string) => asked.filter((one) => one.asset === asset)
const stored = async (asset: string) =>
  (await createCandleReader(db).minutesFrom(asset, 0)).map(({ openTime }) => openTime)
const timesOf = (minutes: MinuteUpdate[], wanted: string) =>
  minutes.filter(({ asset }) => asset === wanted).map(({ openTime }) => openTime)

test('a failing asset is retried after 1, 2, 4 … s, at most 5 minutes; others continue', async () => {
  const running = start((asset) => (asset === btc ? new FeedError('no answer') : undefined))
  await until(() => running.stateOf(eth) === 'filled')
  expect(running.stateOf(btc)).toBe('filling')
  expect(await stored(eth)).toEqual(timesOf(past, eth))
  for (let tries = 1; tries <= 11; tries++) {
    await until(() => asks(btc).length === tries && clock.due().length === 1)
    clock.advance((clock.due()[0] ?? 0) - clock.now() - 1)
    expect(asks(btc)).toHaveLength(tries)
    clock.advance(1)
  }
  await until(() => asks(btc).length === 12)
  const pauses = asks(btc).flatMap(({ at }, n) => (n > 0 ? [at - (asks(btc)[n - 1]?.at ?? 0)] : []))
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map((seconds) => seconds * 1000))
  expect(asks(eth)).toHaveLength(1)
})

test('the backoff restarts after a success', async () => {
  let isDown = true
  const running = start((asset) => (asset === btc && isDown ? new FeedError('no answer') : undefined))
  await until(() => asks(btc).length === 1 && clock.due().length === 1)
  clock.advance(1000)
  await until(() => asks(btc).length === 2 && clock.due().length === 1)
  isDown = false
  clock.advance(2000)
  await until(() => running.stateOf(btc) === 'filled')
  isDown = true
  running.fill({ asset: btc, from: midnight, to: midnight + minuteMs })
  clock.advance(1500)
  await until(() => asks(btc).length === 4 && clock.due().length === 1)
  expect(clock.due()).toEqual([clock.now() + 1000])
})

test.each<Refusal>(['delisted', 'refused'])(
  '%s: an asset is left alone until it is requested again',
  async (refusal) => {
    let isRefused = true
    const running = start((asset) =>
      asset === btc && isRefused ? new FeedError('Invalid symbol.', refusal) : undefined,
    )
    await until(() => running.stateOf(eth) === 'filled' && running.stateOf(btc) === refusal)
    expect(clock.due()).toEqual([])
    clock.advance(dayMs)
    expect(asks(btc)).toHaveLength(1)
    log.flush()
    expect(logged).toContain('Invalid symbol.')
    isRefused = false
    await running.again(btc)
    await until(() => running.stateOf(btc) === 'filled')
    expect(await stored(btc)).toEqual(timesOf(past, btc))
  },
)

test('a forbidden location is reported, and retried every ten minutes', async () => {
  let isForbidden = true
  const running = start(() => (isForbidden ? new FeedError('status 451', 'forbidden') : undefined))
  await until(() => states(running).every((state) => state === 'refused'))
  await until(() => clock.due().length === 1)
  expect(clock.due()).toEqual([clock.now() + 600_000])
  clock.advance(10 * minuteMs - 1)
  expect(asked).toHaveLength(1)
  isForbidden = false
  clock.advance(1)
  await until(() => states(running).every((state) => state === 'filled'))
  for (const asset of [btc, eth]) expect(await stored(asset)).toEqual(timesOf(past, asset))
  log.flush()
  expect(logged.match(/location or network/g)).toHaveLength(1)
})

test('a hole is fetched after its minutes had time to arrive, and counts as filling until then', async () => {
  const running = start(() => undefined)
  await until(() => states(running).every((state) => state === 'filled'))
  asked.length = 0
  running.fill({ asset: btc, from: midnight, to: midnight + 2 * minuteMs })
  running.fill({ asset: btc, from: midnight + 4 * minuteMs, to: midnight + 5 * minuteMs })
  expect(states(running)).toEqual(['filling', 'filled'])
  clock.advance(1499)
  expect(asked).toEqual([])
  clock.advance(1)
  await until(() => running.stateOf(btc) === 'filled')
  expect(asks(btc).map(({ from, to }) => [(from - midnight) / minuteMs, (to - midnight) / minuteMs])).toEqual([
    [4, 5],
    [0, 2],
  ])
})

test('missing minutes of the last five minutes are retried after 30 s, older ones never', async () => {
  const newest = midnight + 10 * minuteMs
  const running = start(
    () => undefined,
    () => newest,
  )
  await until(() => states(running).every((state) => state === 'filled'))
  asked.length = 0
  running.fill({ asset: btc, from: midnight, to: newest })
  clock.advance(1500)
  await until(() => asked.length === 1 && clock.due().length === 1)
  expect(await readGaps(db, { asset: btc, from: midnight, to: newest })).toEqual([
    { from: midnight, to: midnight + 5 * minuteMs },
  ])
  expect(clock.due()).toEqual([clock.now() + 30_000])
  // The history of this asset was already requested: retries do not change its state.
  seen.length = 0
  for (let again = 1; again <= 3; again++) {
    clock.advance(30_000)
    await until(() => asked.length === 1 + again && clock.due().length === 1)
    expect(asked.at(-1)).toMatchObject({ asset: btc, from: midnight + 5 * minuteMs, to: newest })
  }
  expect(new Set(seen)).toEqual(new Set(['filled filled']))
  // The source's missing minutes are judged once; a later span that ends at the same minute is not requested again.
  const judged = { from: midnight, to: midnight + 5 * minuteMs }
  expect(await readGaps(db, { asset: btc, from: midnight, to: newest })).toEqual([judged])
  running.fill({ asset: eth, ...judged })
  clock.advance(1500)
  await until(async () => (await readGaps(db, { asset: eth, ...judged })).length > 0 && asks(eth).length > 0)
  await until(() => running.stateOf(eth) === 'filled')
  expect(clock.due()).toHaveLength(1)
})

test('minutes before the first one of an asset are missing once that one has arrived', async () => {
  let newest = Number.NEGATIVE_INFINITY
  const running = start(
    () => undefined,
    () => newest,
    { async *history() {} },
  )
  await until(() => states(running).every((state) => state === 'filled'))
  expect(await readGaps(db, { asset: btc, from: 0, to: midnight })).toEqual([])
  newest = midnight + 5 * minuteMs
  running.heard(btc)
  clock.advance(1500)
  await until(() => clock.due().length === 0)
  const day = { asset: btc, from: midnight - dayMs, to: midnight }
  await until(async () => (await readGaps(db, day)).length > 0)
  expect(await readGaps(db, day)).toEqual([{ from: day.from, to: day.to }])
  expect(await readGaps(db, { ...day, asset: eth })).toEqual([])
  expect(states(running)).toEqual(['filled', 'filled'])
})

test('a page that arrives after close is dropped, and close waits for nothing', async () => {
  const { promise: mayGo, resolve: go } = Promise.withResolvers<void>()
  let hasEnded = false
  const running = start(() => undefined, undefined, {
    async *history(asset, _from, _to, signal) {
      yield past.filter((minute) => minute.asset === asset).slice(0, 10)
      asked.push({ asset, from: 0, to: 0, at: 0 })
      await mayGo
      hasEnded = signal?.aborted === true
    },
  })
  await until(() => asked.length === 1)
  const closing = running.close()
  go()
  await closing
  expect(hasEnded).toBe(true)
  expect(await stored(btc)).toHaveLength(10)
  expect(await readGaps(db, { asset: btc, from: 0, to: midnight })).toEqual([])
  expect(asked).toHaveLength(1)
})

test('renewed minutes are retried after a failure, and the asset does not wait for them', async () => {
  let isDown = false
  const running = start(() => (isDown ? new FeedError('no answer') : undefined))
  await until(() => states(running).every((state) => state === 'filled'))
  asked.length = 0
  seen.length = 0
  isDown = true
  running.renew({ asset: btc, from: midnight, to: midnight + minuteMs })
  await until(() => asked.length === 1 && clock.due().length === 1)
  isDown = false
  clock.advance(1000)
  await until(() => asked.length === 2 && clock.due().length === 0)
  expect(new Set(seen)).toEqual(new Set(['filled filled']))
})
