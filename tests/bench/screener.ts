import { join } from 'node:path'
import { openDb } from '../../src/db/client.ts'
import { defaultInstruments, type Instrument } from '../../src/market/instrument.ts'
import { minuteStatements } from '../../src/market/queries.ts'
import { dayMs, minuteMs } from '../../src/market/timeframe.ts'
import { createTestFeed, minuteOf } from '../doubles/feed.ts'
import { signIn } from '../signed-in.ts'
import { createTestSite } from '../site.ts'
import { until } from '../until.ts'
import { seeded } from './generate.ts'
import { median, percentile } from './load.ts'
import type { Report } from './report.ts'

const count = 500
const days = 60
const rounds = 60
/** Headers of a click on a heading */
const swap = { 'hx-request': 'true', 'hx-request-type': 'partial', 'accept-encoding': 'gzip, br, zstd' }
const sorts = ['asset', '-price', 'change', '-week', 'month', '-volume', 'volatility', '-deviation', 'rsi', '-sma']

/** Measures the list of 500 assets with 60 days each, sorted by every figure, through the whole app. */
export async function benchScreener(report: Report): Promise<void> {
  const [first] = defaultInstruments
  if (!first) return
  const instruments = Array.from(
    { length: count },
    (_, n): Instrument => ({ ...first, asset: `A${n}USDT`, base: `A${n}` }),
  )
  const now = Date.now()
  const feed = createTestFeed({ instruments })
  const site = await createTestSite({ feed, env: { HISTORY_DAYS: '1' } })
  const { cookie } = await signIn(site.appDb)
  const random = seeded(3)
  const today = now - (now % dayMs)
  const market = await openDb({ url: `file:${join(site.dataDir, 'market.db')}` })
  for (const { asset } of instruments) {
    const past = Array.from({ length: days }, (_, n) => {
      const openTime = today - (days - n) * dayMs + 720 * minuteMs
      return minuteOf(asset, openTime, Math.round((100 + 20 * random()) * 100) / 100)
    })
    const touched = past.map(({ openTime }) => ({ asset, from: openTime, to: openTime + minuteMs }))
    await market.writeRaw(minuteStatements(past, touched), { lane: 'bulk' })
  }
  await market.close()
  for (const { asset } of instruments) {
    const price = Math.round((100 + 20 * random()) * 100) / 100
    feed.emit(minuteOf(asset, now - (now % minuteMs), price, { isClosed: false, time: now }))
  }
  feed.setState({ name: 'live' })
  await until(() => !site.market.state().isBackfilling)
  const timed = async (path: string, headers: Record<string, string> = {}) => {
    const startedAt = performance.now()
    const response = await site.app.request(path, { headers: { cookie, ...headers } })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
    return performance.now() - startedAt
  }
  report('screener, 500 assets: first list of the day, as CSV', await timed('/en/app/enigma.csv?sort=-rsi'), 'ms')
  const times: Record<string, number[]> = { csv: [], few: [], page: [], sorted: [] }
  for (let round = 0; round < rounds; round++) {
    const sort = sorts[round % sorts.length]
    times.csv?.push(await timed(`/en/app/enigma.csv?sort=${sort}`))
    times.few?.push(await timed(`/en/app/enigma?sort=${sort}&price-max=101`))
    times.page?.push(await timed(`/en/app/enigma?sort=${sort}`))
    times.sorted?.push(await timed(`/en/app/enigma?sort=${sort}`, swap))
  }
  report('screener, 500 assets sorted by any figure, as CSV: p95', percentile(times.csv ?? [], 0.95), 'ms', {
    atMost: 50,
  })
  report('screener, 500 assets filtered to about 25, page: p95', percentile(times.few ?? [], 0.95), 'ms', {
    atMost: 50,
  })
  const swapped = 'screener, 500 assets sorted by any figure, compressed swap'
  report(`${swapped}: median`, median(times.sorted ?? []), 'ms')
  report(`${swapped}: p95`, percentile(times.sorted ?? [], 0.95), 'ms', { atMost: 50 })
  report('screener, 500 assets, whole page: p95', percentile(times.page ?? [], 0.95), 'ms', { atMost: 50 })
  await site.close()
}
