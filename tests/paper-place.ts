import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test'
import { type BotRunner, runBots } from '../src/bots/running/run-bots.ts'
import { createLogger } from '../src/log/logger.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { createTestFeed, minuteOf } from './doubles/feed.ts'
import { signIn } from './signed-in.ts'
import { createTestSite, type TestSite } from './site.ts'
import { until } from './until.ts'

const begin = Date.UTC(2026, 5, 10, 12)

/** Opens a site with a market and running bots for the tests of a file, which trade by hand on paper accounts. */
export function openPaper() {
  setDefaultTimeout(60_000)
  let now = begin + 20_000
  const feed = createTestFeed()
  let site: TestSite
  let bots: BotRunner
  beforeAll(async () => {
    site = await createTestSite({ feed, now: () => now })
    feed.setState({ name: 'live' })
    const log = createLogger({ level: 'silent', write: () => {} })
    bots = runBots({ db: site.appDb, market: site.market, events: site.events, log, now: () => now })
  })
  afterAll(async () => {
    await bots.close()
    await site.close()
  })

  /** The minute that is open, by asset, and its price: tests that share an asset trade one after another. */
  const open = new Map<string, { minute: number; price: number }>()

  /** Opens an asset for a test, with a trader of its own. */
  async function openPlace(asset: string, prefix = '/en') {
    now += minuteMs
    const person = await signIn(site.appDb, { now })
    const first = Math.floor(now / minuteMs)
    // Bots wait for missing minutes.
    const { minute = first, price = 0 } = open.get(asset) ?? {}
    for (let at = minute; at < first; at++) feed.emit(minuteOf(asset, at * minuteMs, price))
    let closedCount = 0
    /** Sends a price in the current minute. */
    const quote = (price: number) => {
      const openTime = (first + closedCount) * minuteMs
      open.set(asset, { minute: first + closedCount, price })
      feed.emit(minuteOf(asset, openTime, price, { isClosed: false, time: openTime + 20_000, volume: 1000 }))
    }
    /** Closes the current minute and opens the next one at its close; resolves when the bots have processed it. */
    const close = async (open: number, high: number, low: number, end: number) => {
      const openTime = (first + closedCount++) * minuteMs
      feed.emit(minuteOf(asset, openTime, open, { high, low, close: end, volume: 1000 }))
      now = Math.max(now, openTime + minuteMs + 20_000)
      quote(end)
      await until(async () => (await site.market.closes(asset, 1, openTime - 1)).length > 0)
      await bots.claim()
      await bots.idle()
    }
    const page = `${prefix}/app/paper/${asset}`
    return {
      person,
      quote,
      close,
      order: (fields: Record<string, string>) => site.as(person).post(`${page}/orders`, fields),
      submit: (path: string, fields: Record<string, string> = {}) => site.as(person).post(`${page}${path}`, fields),
      page: async (query = '') => await site.as(person).read(`${page}${query}`),
      trades: async () => {
        const html = await site.as(person).read(`/en/app/paper/trades.csv?asset=${asset}`)
        return html
          .trim()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(',').slice(2, 5))
          .map(([side, price, quantity]) => `${side} ${Number(price)} ${Number(quantity)}`)
      },
      /** Names of waiting orders, oldest first */
      waiting: async () =>
        [...(await site.as(person).read(page)).matchAll(/id="move-([\w.]+)"/g)].map(([, name]) => name ?? ''),
    }
  }
  return { feed, openPlace, now: () => now, site: () => site }
}

/** A market order for a part of the money of a new account */
export const buy = { side: 'buy', kind: 'market', amount: '1000' }
