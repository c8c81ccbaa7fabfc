import { createFeed } from '../../src/market/feed/create-feed.ts'
import { timeframes } from '../../src/market/timeframe.ts'
import { feedState } from '../../src/market/topics.ts'
import { createTestSite, type TestSite } from '../site.ts'
import { percentile } from './load.ts'
import type { Report } from './report.ts'

const rounds = 300
const days = 90
const dayMs = 24 * 60 * 60_000
/** How long the market is watched without requests, ms */
const watchedMs = 10_000

/** Measures queries over HTTP in a market database with 90 days of twelve active assets. */
export async function benchCandles(report: Report): Promise<void> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const site = await createTestSite({
    feed: createFeed('demo'),
    trustsProxy: true,
    env: { HISTORY_DAYS: String(days) },
  })
  const held = watchLoop()
  const first = Promise.withResolvers<number>()
  const filled = Promise.withResolvers<void>()
  const stopState = site.events.on(feedState, () => {
    if (!site.market.state().isBackfilling) filled.resolve()
  })
  const stopTick = site.market.onTick(() => first.resolve(performance.now() - startedAt))
  report('market, first start: until the first price', await first.promise, 'ms')
  stopTick()
  await filled.promise
  stopState()
  const cpu = process.cpuUsage(before)
  report(`market, first start: ${days} days of 12 assets`, (performance.now() - startedAt) / 1000, 's')
  report('market, first start: processor time', (cpu.user + cpu.system) / 1e6, 's')
  report('market, first start: longest turn of the event loop, p99.9', percentile(held.turns, 0.999), 'ms')
  report('market, first start: longest turn of the event loop', Math.max(...held.turns), 'ms')
  held.stop()
  await measureQueries(site, report)
  await measureIdle(report)
  await measureBulk(site, report)
  await site.close()
}

async function measureQueries(site: TestSite, report: Report): Promise<void> {
  const assets = site.market.instruments.map(({ asset }) => asset)
  let asked = 0
  const timed = async (path: string) => {
    // Sends each request from a different network, because a single network would soon be rate-limited.
    const headers = { 'x-forwarded-for': `10.${(asked >> 8) % 256}.${asked++ % 256}.1` }
    const startedAt = performance.now()
    const response = await site.app.request(path, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
    return performance.now() - startedAt
  }
  const measure = async (name: string, pathOf: (round: number) => string) => {
    for (let round = 0; round < 30; round++) await timed(pathOf(round))
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await timed(pathOf(round)))
    report(`${name}, p50`, percentile(times, 0.5), 'ms')
    report(`${name}, p99`, percentile(times, 0.99), 'ms', { atMost: 15 })
  }
  for (const tf of timeframes) {
    await measure(`1,000 candles of ${tf} min from ${days} days × 12 assets`, (round) => {
      const to = Date.now() - Math.floor(((round * 7) % days) * dayMs * 0.9)
      return `/api/market/candles?asset=${assets[round % assets.length]}&tf=${tf}&to=${to}&limit=1000`
    })
  }
  await measure('assets with their day', () => '/api/market/assets')
}

/**
 * Compares reads of ninety days of an asset's minutes as columns and as rows. Bots and statistics read such amounts.
 */
async function measureBulk({ market }: TestSite, report: Report): Promise<void> {
  const from = Date.now() - days * dayMs
  const ways = {
    columns: async (asset: string) => (await market.columns({ asset, tf: 1, from })).openTime.length,
    rows: async (asset: string) => (await market.candles({ asset, tf: 1, from, limit: 1_000_000 })).length,
  }
  const times: Record<string, number[]> = { columns: [], rows: [] }
  for (const { asset } of market.instruments) {
    for (const [name, read] of Object.entries(ways)) {
      const startedAt = performance.now()
      const count = await read(asset)
      if (count < (days - 1) * 1440) throw new Error(`${name}: ${count} minutes of ${asset} are too few`)
      times[name]?.push(performance.now() - startedAt)
    }
  }
  for (const name of Object.keys(ways)) {
    report(`${days} days of minutes as ${name}, p50`, percentile(times[name] ?? [], 0.5), 'ms')
  }
}

/** Measures the processor cost of twelve assets that tick four times a second, without any viewers. */
async function measureIdle(report: Report): Promise<void> {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await Bun.sleep(watchedMs)
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - startedAt) / 1000
  report('market at rest: processor time a second', (user + system) / 1000 / seconds, 'ms')
}

/**
 * Records how much processor time this thread uses per turn of the event loop, ms. Unlike wall time, the figure
 * excludes other programs.
 */
function watchLoop() {
  const turns: number[] = [0]
  let last = threadMs()
  const timer = setInterval(() => {
    const now = threadMs()
    turns.push(now - last)
    last = now
  }, 1)
  return { turns, stop: () => clearInterval(timer) }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
