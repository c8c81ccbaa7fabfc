import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test'
import { createTestFeed, drawn, minuteOf } from './doubles/feed.ts'
import { type SignedIn, signIn } from './signed-in.ts'
import { createTestSite, type TestSite } from './site.ts'
import { minute, now, past } from './three-days.ts'
import { until } from './until.ts'

/** Opens a site with three days of prices and a signed-in user, for the tests of one file. */
export function openEnigmaSite() {
  setDefaultTimeout(60_000)
  const feed = createTestFeed({ past })
  let site: TestSite
  let visitor: SignedIn
  beforeAll(async () => {
    site = await createTestSite({ feed, now: () => now })
    for (const asset of ['BTCUSDT', 'ETHUSDT', 'LTCUSDT']) {
      const last = past.findLast((update) => update.asset === asset) ?? minuteOf(asset, minute, 0)
      feed.emit(minuteOf(asset, minute, drawn(last, asset).close, { isClosed: false, time: now, volume: 0.5 }))
    }
    feed.setState({ name: 'live' })
    await until(() => !site.market.state().isBackfilling)
    visitor = await signIn(site.appDb, { now })
  })
  afterAll(() => site.close())

  return {
    feed,
    site: () => site,
    visitor: () => site.as(visitor),
  }
}

export const assetsIn = (html: string) => [...html.matchAll(/id="asset-([A-Z]+)"/g)].map(([, asset]) => asset)
