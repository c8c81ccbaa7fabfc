import { createTestFeed, minuteOf, type TestFeed } from './doubles/feed.ts'
import { signIn } from './signed-in.ts'
import { createTestSite } from './site.ts'
import { until } from './until.ts'
import { type CookieVisitor, createVisitor } from './visitor.ts'

export const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const minute = now - (now % 60_000)
/** Prices that rise and fall, never in the same pattern twice */
export const past = Array.from({ length: 900 }, (_, n) => {
  const price = Math.round(10_000 + 300 * Math.sin(n / 9) + 200 * Math.sin(n / 4.3)) / 100
  return minuteOf('BTCUSDT', minute - (900 - n) * 60_000, price, { high: 120, low: 80, volume: 5 })
})

export const fields = {
  ...{ run: '1', asset: 'BTCUSDT', tf: '1', from: '2026-06-10', to: '2026-06-10', strategy: 'ma-cross' },
  ...{ 'params.fast': '1', 'params.slow': '4', capital: '1000', 'risk.stopLoss': '50' },
  ...{ 'risk.maxDrawdown': '', 'risk.dailyLoss': '', 'risk.cooldown': '' },
}

export interface Trials {
  /** Requests a backtest of a past day with the given fields replaced; omits an empty `run`. */
  ask(path: string, more?: Record<string, string>, prefix?: string): Promise<Response>
  /** Sends the same request as another user */
  askElse(path: string, more?: Record<string, string>): Promise<Response>
  /** Sends the same request with the method HEAD. */
  askHead(path: string, more?: Record<string, string>): Promise<Response>
  /** Sends a request as a visitor who is not signed in, always from the same network */
  lookFromOne(path: string, headers?: Record<string, string>): Promise<Response>
  /** Returns a visitor without an account who stores cookies. */
  newcomer(): CookieVisitor
  /** Requests a backtest without an account, from a network of its own unless one is given. */
  tryOut(path: string, more?: Record<string, string>, network?: string): Promise<Response>
  /** Returns those of the given texts that a page lacks. The page itself is too long to print. */
  missing(page: string, texts: string[]): string[]
  /** Resolves when the history is loaded. */
  filled(): Promise<true>
  close(): Promise<void>
}

interface TrialsOptions {
  isOpen?: boolean
  /** Delays the history; then the site is returned before its history is loaded. */
  loaded?: Promise<void>
}

/** Opens a site with fifteen hours of its own candles, for backtests and sweeps. */
export async function openTrials({ isOpen = true, loaded }: TrialsOptions = {}): Promise<Trials> {
  const source = createTestFeed({ past })
  const feed: TestFeed = {
    ...source,
    async *history(...asked) {
      await loaded
      yield* source.history(...asked)
    },
  }
  const site = await createTestSite({ feed, isOpen, now: () => now })
  feed.emit(minuteOf('BTCUSDT', minute, 150, { isClosed: false, time: now, volume: 0.5 }))
  feed.setState({ name: 'live' })
  const filled = () => until(() => !site.market.state().isBackfilling)
  if (!loaded) await filled()
  const own = await signIn(site.appDb, { now })
  const another = await signIn(site.appDb, { now })
  const send = async (method: string, path: string, more: Record<string, string>, cookie = own.cookie) => {
    const query = new URLSearchParams({ ...fields, ...more })
    if (more.run === '') query.delete('run')
    return site.app.request(`${path}?${query}`, { method, headers: { cookie } })
  }
  return {
    ask: (path, more = {}, prefix = '/en') => send('GET', prefix + path, more),
    askElse: (path, more = {}) => send('GET', `/en${path}`, more, another.cookie),
    askHead: (path, more = {}) => send('HEAD', path, more),
    lookFromOne: async (path, headers = {}) =>
      site.app.fetch(new Request(`https://kurs.test${path}`, { headers }), () => '198.51.100.7'),
    newcomer: () => createVisitor(site),
    tryOut: async (path, { run = '1', ...more } = {}, network = '198.51.100.8') => {
      const { asset, tf, strategy } = fields
      const query = new URLSearchParams({ asset, tf, strategy, ...(run && { run }), ...more })
      return site.app.fetch(new Request(`https://kurs.test${path}?${query}`), () => network)
    },
    missing: (page, texts) => texts.filter((text) => !page.includes(text)),
    filled,
    close: site.close,
  }
}
