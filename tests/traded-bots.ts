import { wholeMoney } from '../src/bots/engine/money.ts'
import { createBot } from '../src/bots/owner/own-bots.ts'
import { findBot } from '../src/bots/owner/owner-queries.ts'
import type { Plan } from '../src/bots/plan.ts'
import { runBots } from '../src/bots/running/run-bots.ts'
import { createLogger } from '../src/log/logger.ts'
import { href, paths } from '../src/paths.ts'
import { createTestFeed, minuteOf } from './doubles/feed.ts'
import { send } from './sender.ts'
import { type SignedIn, signIn } from './signed-in.ts'
import { createTestSite } from './site.ts'
import { until } from './until.ts'

const begin = Date.UTC(2026, 5, 10, 12, 0)
const minuteMs = 60_000
/** Closing price of minute n after the start */
export const priceAt = (n: number) => Math.round(10_000 + 300 * Math.sin(n / 5) + 40 * Math.sin(n * n)) / 100
const minuteAt = (n: number, more = {}) => {
  const [open, close] = [priceAt(n - 1), priceAt(n)]
  const ends = { open, high: Math.max(open, close) + 0.02, low: Math.min(open, close) - 0.02, close }
  return minuteOf('BTCUSDT', begin + n * minuteMs, close, { ...ends, volume: 1000, ...more })
}
const costs = { takerFee: 1000, makerFee: 1000, spread: 0, slippage: 0 }
export const plan: Plan = { strategy: 'ma-cross', params: { fast: 2, slow: 5 }, costs, order: 'nearest' }

/** Opens a site with trading bots, an owner and a stranger; minutes pass when the test calls `pass`. */
export async function openTradedBots() {
  let known = 0
  let clock = begin
  const feed = createTestFeed({ past: Array.from({ length: 200 }, (_, n) => minuteAt(n - 200)) })
  const site = await createTestSite({ feed, now: () => clock })
  feed.setState({ name: 'live' })
  feed.emit(minuteAt(0, { isClosed: false, time: begin + 20_000 }))
  await until(() => !site.market.state().isBackfilling)
  const log = createLogger({ level: 'silent', write: () => {} })
  const runner = runBots({ db: site.appDb, market: site.market, events: site.events, log, now: () => clock })
  const owner = await signIn(site.appDb, { now: begin })
  const stranger = await signIn(site.appDb, { now: begin })
  const get = (path: string, who?: SignedIn, headers: Record<string, string> = {}) =>
    site.app.request(path, { headers: { ...headers, ...(who && { cookie: who.cookie }) } })
  const post = (path: string, form: Record<string, string>, who = owner) =>
    send(site, path, { form, headers: { cookie: who.cookie } })
  return {
    site,
    feed,
    runner,
    owner,
    stranger,
    get,
    post,
    now: () => clock,
    /** Number of minutes that have passed */
    known: () => known,
    /** Settles `count` more minutes and waits until the bots have processed them. */
    pass: async (count: number): Promise<void> => {
      const from = known
      known += count
      clock = begin + known * minuteMs + 5000
      feed.emit(...Array.from({ length: count }, (_, n) => minuteAt(from + n)))
      feed.emit(minuteAt(known, { isClosed: false, time: clock }))
      await until(async () => (await site.market.closes('BTCUSDT', 1, begin + (known - 2) * minuteMs)).length > 0)
      await runner.claim()
      await runner.idle()
    },
    draft: async (userId: string | null = owner.id, more: Partial<Plan> = {}, name = 'Crossing bot') => {
      const capital = wholeMoney(1000 * 1e8)
      const bot = { userId, name, asset: 'BTCUSDT', tf: 1 as const, capital, plan: { ...plan, ...more } }
      const made = await createBot({ db: site.appDb, now: () => clock }, bot)
      if (made.status !== 'created') throw new Error(made.status)
      return made.id
    },
    /** Returns the text of a page's main part, without tags */
    textOf: async (path: string, who?: SignedIn): Promise<string> => {
      const html = await (await get(path, who)).text()
      return html
        .slice(html.indexOf('<main'), html.indexOf('</main>'))
        .replace(/<!--.*?-->/g, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
    },
    sendCommand: (id: string, act: string, who = owner) => post(href(paths.botAct, { id }), { act }, who),
    stateOf: async (id: string) => (await findBot(site.appDb, id, owner.id))?.row.state,
    pageOf: (id: string) => href(paths.bot, { id }),
    close: async () => {
      await runner.close()
      await site.close()
    },
  }
}
