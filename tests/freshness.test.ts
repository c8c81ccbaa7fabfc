import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { createLogger } from '../src/log/logger.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import { minuteMs, openTimeOf } from '../src/market/timeframe.ts'
import { startSession } from './doubles/exchange-session.ts'
import { createTestFeed, minuteOf } from './doubles/feed.ts'
import { createMarketDatabases } from './market-databases.ts'
import { openViewer } from './market-viewer.ts'
import { examplesMs, runsOf } from './property-runs.ts'
import { signIn } from './signed-in.ts'
import { createTestSite } from './site.ts'
import { openTestMarket } from './test-market.ts'
import { until } from './until.ts'

setDefaultTimeout(examplesMs)

/** Number of assets: all twelve in a full run, four otherwise */
const instruments = runsOf(3) === 3 ? defaultInstruments : defaultInstruments.slice(0, 4)

const databases = await createMarketDatabases()
afterAll(databases.remove)

test('dead streams are stale within 95 s, filled within 120 s, and fresh after new data', async () => {
  const session = await startSession({ instruments })
  const { feed, clock, exchange } = session
  const db = await databases.open()
  const log = createLogger({ level: 'silent', write: () => {} })
  const market = await openTestMarket({ db, feed, clock, historyDays: 1, latenessMs: 0, log })
  const viewer = openViewer(market)
  const stale = () => Object.keys(market.state().stale ?? {}).sort()
  const isQuiet = () => market.state().name === 'live' && !market.state().isBackfilling
  await session.passUntil(isQuiet)
  const streams = fc.uniqueArray(fc.constantFrom(...instruments.map(({ asset }) => asset)), {
    minLength: 1,
    maxLength: instruments.length - 1,
  })
  const silence = fc.record({ streams, ms: fc.integer({ min: 121_000, max: 5 * minuteMs }) })
  await fc.assert(
    fc.asyncProperty(silence, async ({ streams, ms }) => {
      for (const asset of streams) exchange.faults.silent.add(asset)
      await session.pass(85_000, 5000)
      expect(stale()).toEqual([])
      await session.pass(10_000)
      expect(stale()).toEqual(streams.toSorted())
      for (let passed = 95_000; passed < ms; passed += 5000) {
        // Time is frozen here. A minute that closed 10 s ago, of the allowed 120 s, has already been requested.
        const newest = openTimeOf(clock.now() - 10_000, 1) - minuteMs
        await until(() => streams.every((asset) => (market.current(asset, 1)?.openTime ?? 0) >= newest))
        await session.pass(5000)
      }
      exchange.faults.silent.clear()
      await session.passUntil(() => stale().length === 0)
      await session.passUntil(isQuiet)
    }),
    { numRuns: runsOf(30), endOnFailure: true },
  )
  await market.close()
  // A chart that was open all the time shows what the API answers.
  await viewer.expectTruth()
  await session.close()
  await db.close()
})

test('a stale price is marked wherever it is shown, and no order is accepted at it', async () => {
  const begin = Date.UTC(2026, 5, 10, 12)
  let now = begin + 20_000
  const feed = Object.assign(createTestFeed({ instruments: defaultInstruments.slice(0, 2) }), { staleAfterMs: 90_000 })
  const site = await createTestSite({ feed, now: () => now })
  feed.setState({ name: 'live' })
  const sendMinute = (asset: string) =>
    feed.emit(minuteOf(asset, now - (now % minuteMs), 100, { isClosed: false, time: now, volume: 1000 }))
  for (const asset of ['BTCUSDT', 'ETHUSDT']) sendMinute(asset)
  const { cookie } = await signIn(site.appDb, { now })
  // Reads the public chart without a session, because signed-in users are redirected from it.
  const read = async (path: string) => site.read(path, { ...(path.includes('/app') && { cookie }) })
  const order = async () => {
    const fields = { side: 'buy', kind: 'market', amount: '1000' }
    const { status, html } = await site.as({ cookie }).post('/en/app/paper/ETHUSDT/orders', fields)
    return `${status} ${html}`
  }
  const listed = async () =>
    JSON.parse(await read('/api/market/assets')).map(({ asset, stale, since }: Listed) => [asset, stale, since])
  expect(await listed()).toEqual([
    ['BTCUSDT', undefined, undefined],
    ['ETHUSDT', undefined, undefined],
  ])

  now += 95_000
  sendMinute('BTCUSDT')
  await until(async () => site.market.state().stale?.ETHUSDT !== undefined)
  expect(site.market.state().stale?.BTCUSDT).toBeUndefined()
  expect(await listed()).toEqual([
    ['BTCUSDT', undefined, undefined],
    ['ETHUSDT', true, begin + 20_000],
  ])
  expect(await read('/readyz')).toContain('ETHUSDT stale since 2026-06-10T12:00:20.000Z')
  expect(await order()).toContain('The price of this asset is stale')
  const paths = [
    '/en',
    '/en/app',
    '/en/app/enigma',
    '/en/app/enigma/ETHUSDT',
    '/en/app/paper/ETHUSDT',
    '/en/charts?asset=ETHUSDT',
    '/en/app/charts?asset=ETHUSDT',
  ]
  for (const path of paths)
    expect({ path, text: await read(path) }).toMatchObject({
      text: expect.stringMatching(/data-(stale="true"|state="stale")/),
    })

  sendMinute('ETHUSDT')
  expect(site.market.state().stale).toBeUndefined()
  expect(await order()).toStartWith('303')
  await site.close()
})

interface Listed {
  asset: string
  stale?: boolean
  since?: number
}
