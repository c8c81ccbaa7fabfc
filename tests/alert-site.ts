import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test'
import { minuteMs } from '../src/market/timeframe.ts'
import { createTestFeed, minuteOf } from './doubles/feed.ts'
import { signIn } from './signed-in.ts'
import { createTestSite, type TestSite } from './site.ts'

/** Time of the market, ms UTC */
export const now = Date.UTC(2026, 5, 10, 12, 30, 20)

/** Opens a site whose prices the test sends, for the alert tests of one file. */
export function openAlertSite() {
  setDefaultTimeout(60_000)
  const feed = createTestFeed()
  const minute = now - (now % minuteMs)
  let site: TestSite
  let volume = 1
  let ahead = 0
  /** Sends a tick with this price, in the current minute of the market. */
  const priceOf = (asset: string, price: number) =>
    feed.emit(minuteOf(asset, minute, price, { isClosed: false, time: now + ++volume, volume }))
  beforeAll(async () => {
    site = await createTestSite({ feed, now: () => now + ahead })
    feed.setState({ name: 'live' })
    priceOf('BTCUSDT', 60_000)
    priceOf('XRPUSDT', 2.5)
  })
  afterAll(() => site.close())
  return {
    feed,
    site: () => site,
    priceOf,
    member: () => signIn(site.appDb, { now }),
    /** Sets the site's clock ahead of the market by this time, ms. */
    setAhead: (ms: number) => {
      ahead = ms
    },
  }
}
