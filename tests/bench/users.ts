import { openSessions } from '../../src/auth/session/session.ts'
import { makeAdministrator } from '../administrator.ts'
import { createTestSite } from '../site.ts'
import { seedUsers } from '../users.ts'
import { sameOrigin } from '../visitor.ts'
import { median, percentile } from './load.ts'
import type { Report } from './report.ts'

/** Number of users in the list */
const total = 100_000
const rounds = 60
/** Max response time, ms */
const bound = { atMost: 50 }

const lists: Record<string, string[]> = {
  list: ['', 'sort=created', 'sort=-seen', 'sort=name', 'sort=-login'],
  'filter by role': ['role=admin', 'role=user&sort=name', 'role=admin&sort=-seen'],
  'filter by status': ['status=banned', 'status=active&sort=seen', 'status=banned&sort=name'],
  'filter by Telegram': ['telegram=linked', 'telegram=none&sort=name'],
  'filter by language': ['locale=en', 'locale=en&sort=-seen', 'locale=ru&sort=login'],
  'all filters at once': [
    'role=user&status=banned&telegram=linked&locale=en',
    'role=admin&status=banned&locale=en&sort=name',
  ],
  'search, few found': ['q=user4242', 'q=%40tg_7770', 'q=100077777', 'q=%D0%B8%D0%B2%D0%B0%D0%BD+123'],
  'search, many found': ['q=user', 'q=ser&sort=name', 'q=%D0%90%D0%BD%D0%BD%D0%B0&sort=-seen', 'q=user9&sort=login'],
  'search by the beginning of a login': ['q=us', 'q=u&sort=name', 'q=zz'],
}

/** Measures user administration with a hundred thousand users, through the whole app to the first byte. */
export async function benchUsers(report: Report): Promise<void> {
  const site = await createTestSite()
  const admin = await makeAdministrator(site.appDb, 'Keeper')
  await seedUsers(site.appDb, total)
  // Empties the write-ahead log: after so many inserts at once it is larger than on any real site.
  await site.appDb.client.execute('pragma wal_checkpoint(truncate)')
  const headers = { cookie: admin.cookie, ...sameOrigin, 'accept-encoding': 'br' }
  const timed = async (path: string, init: RequestInit = {}) => {
    const startedAt = performance.now()
    const response = await site.app.request(path, { ...init, headers })
    const reader = response.body?.getReader()
    await reader?.read()
    const firstByte = performance.now() - startedAt
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
    while (!(await reader?.read())?.done);
    return firstByte
  }
  for (const [name, queries] of Object.entries(lists)) {
    for (const query of queries) await timed(`/admin/users?${query}`)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      times.push(await timed(`/admin/users?${queries[round % queries.length]}`))
    }
    report(`users, ${name}: first byte, median`, median(times), 'ms')
    report(`users, ${name}: first byte, p95`, percentile(times, 0.95), 'ms', bound)
  }
  const next = /id="page-next"[^>]*href="([^"]+)"/
  let path = '/admin/users?sort=name'
  const pages: number[] = []
  for (let page = 0; page < rounds; page++) {
    pages.push(await timed(path))
    const html = await (await site.app.request(path, { headers: { cookie: admin.cookie } })).text()
    path = next.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '/admin/users?sort=name'
  }
  report('users, page after page: first byte, p95', percentile(pages, 0.95), 'ms', bound)
  const exports: number[] = []
  for (let round = 0; round < 5; round++) {
    const body = new URLSearchParams({ query: round % 2 ? 'locale=en' : '', mark: 'yes' })
    exports.push(await timed('/admin/users/export', { method: 'POST', body }))
  }
  report('users, export: first byte, worst of five', Math.max(...exports), 'ms', bound)
  const before = process.memoryUsage.rss()
  const startedAt = performance.now()
  await timed('/admin/users/export', { method: 'POST', body: new URLSearchParams({ query: '' }) })
  report('users, export of 100,000: whole file', performance.now() - startedAt, 'ms')
  report('users, export of 100,000: memory', Math.max(0, process.memoryUsage.rss() - before) / 2 ** 20, 'MiB', {
    atMost: 64,
  })
  const details: number[] = []
  for (let round = 0; round < rounds; round++) details.push(await timed(`/admin/users/${admin.user.id}`))
  report('users, one user: first byte, p95', percentile(details, 0.95), 'ms', bound)
  const log: number[] = []
  for (let round = 0; round < rounds; round++) log.push(await timed('/admin/audit?act=users.export'))
  report('users, audit log: first byte, p95', percentile(log, 0.95), 'ms', bound)

  const sessions = openSessions({ db: site.appDb, events: site.events, log: console })
  const checks: number[] = []
  for (let round = 0; round < 5000; round++) {
    const at = performance.now()
    await sessions.check(admin.token, Date.now())
    checks.push((performance.now() - at) * 1000)
  }
  report('session check, median', median(checks), 'µs')
  report('session check, p99', percentile(checks, 0.99), 'µs')
  const guarded: number[] = []
  for (let round = 0; round < 300; round++) {
    const at = performance.now()
    await (await site.app.request('/admin/audit?actor=nobody', { headers: { cookie: admin.cookie } })).arrayBuffer()
    guarded.push(performance.now() - at)
  }
  report('guarded page, whole, median', median(guarded), 'ms')
  await site.close()
}
