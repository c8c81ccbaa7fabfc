import { listDueSteps, movePeople } from '../../src/broadcast/series/people-queries.ts'
import { href, paths } from '../../src/paths.ts'
import { makeAdministrator } from '../administrator.ts'
import { addSubscribers } from '../outbox.ts'
import { addSeries } from '../series.ts'
import { createTestSite } from '../site.ts'
import { percentile } from './load.ts'
import type { Report } from './report.ts'

const rounds = 60
/** Max response time, ms */
const bound = { atMost: 50 }
const day = 24 * 3600_000

/**
 * Measures a series with many waiting subscribers: the query for due ones, sending a slice of them, and the series'
 * pages.
 */
export async function benchSeries(report: Report, many: number): Promise<void> {
  const site = await createTestSite({ env: { TELEGRAM_TOKEN: '1000001:double' } })
  const db = site.appDb
  const { cookie } = await makeAdministrator(db, 'keeper')
  await addSubscribers(db, many)
  const now = Date.now()
  const { id, steps } = await addSeries(db, { delays: [0, 60, 24 * 60] })
  // Two thirds of the subscribers wait at the second step, each due at a different moment within a day from now
  await db.writeRaw([
    {
      sql: `insert into series_people (series_id, chat_id, position, due_at, at)
        select :id, chat_id, min(chat_id % 3, 1), :now + chat_id * 7919 % :day, :now from subscribers`,
      args: { id, now, day },
    },
  ])
  await db.client.execute('pragma wal_checkpoint(truncate)')
  const p95 = async (name: string, run: () => Promise<unknown>) => {
    const times: number[] = []
    for (let round = 0; round < rounds + 10; round++) {
      const startedAt = performance.now()
      await run()
      if (round >= 10) times.push(performance.now() - startedAt)
    }
    report(`a series of ${many.toLocaleString('en')}, ${name}: p95`, percentile(times, 0.95), 'ms', bound)
  }
  await p95('nobody is due', () => listDueSteps(db, now - 1))
  await p95('all are due, a look', () => listDueSteps(db, now + day))
  await p95('a slice moves on', () => {
    return movePeople(db, { seriesId: id, position: 1, stepId: steps[1] ?? '' }, now + day)
  })
  const get = async (address: string) => {
    const response = await site.app.request(address, { headers: { cookie, 'accept-encoding': 'br' } })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${address} answers ${response.status}`)
  }
  await p95('its page', () => get(href(paths.series, { id })))
  await p95('the list', () => get(paths.allSeries))
  await p95('the page of a step', () => get(href(paths.broadcast, { id: steps[1] ?? '' })))
  await site.close()
}
