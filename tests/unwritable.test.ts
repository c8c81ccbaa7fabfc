import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { registered } from './asvs-people.ts'
import { createTestSite, page, type TestSite } from './site.ts'
import { standingClock } from './stranger-tries.ts'
import { until } from './until.ts'

setDefaultTimeout(60_000)

const clock = standingClock()
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ files: { 'ru/docs/index.md': page({}) }, now: clock.now })
})
afterAll(() => site.close())
beforeEach(() => {
  clock.wait(60_000)
})

/** Makes every write to `app.db` fail while the function runs. */
async function withoutWriting(run: () => Promise<void>): Promise<void> {
  await site.appDb.client.execute('pragma query_only = 1')
  try {
    await run()
  } finally {
    await site.appDb.client.execute('pragma query_only = 0')
  }
}

const errorsLogged = () => site.logged().match(/"level":"error"/g)?.length ?? 0

/**
 * Runs with a new site: the log repeats the expected line only after a minute, and another test may have just caused
 * it.
 */
async function withFreshLog(run: () => Promise<void>): Promise<void> {
  const shared = site
  site = await createTestSite({ files: { 'ru/docs/index.md': page({}) }, now: clock.now })
  try {
    await run()
  } finally {
    await site.close()
    site = shared
  }
}

test('signed-in users can read while writes fail, and the log reports it at a limited rate', () =>
  withFreshLog(async () => {
    const { visitor, id } = await registered(site)
    const seenAt = async () => {
      const { rows } = await site.appDb.client.execute({
        sql: 'select last_seen_at from users where id = ?',
        args: [id],
      })
      return Number(rows[0]?.last_seen_at)
    }
    const before = await seenAt()
    await withoutWriting(async () => {
      clock.wait(10 * 60_000)
      for (let n = 0; n < 20; n++) expect((await visitor.get('/en/app')).status).toBe(200)
      expect((await visitor.get('/en/admin/users')).status).toBe(404)
      expect(await (await site.app.request('/readyz')).json()).toMatchObject({
        status: 'unavailable',
        checks: { app: 'app.db cannot be written: its file or folder is read-only', content: 'ok', market: 'ok' },
      })
    })
    expect(errorsLogged()).toBeGreaterThan(0)
    expect(errorsLogged()).toBeLessThan(10)
    clock.wait(60_000)
    await until(async () => {
      expect((await visitor.get('/en/app')).status).toBe(200)
      return (await seenAt()) > before
    })
    expect(await (await site.app.request('/readyz')).json()).toMatchObject({ status: 'ok' })
  }))

test('failed saves show a page with the entered values, and succeed later', async () => {
  const { visitor } = await registered(site)
  const form = { name: 'Анна «Аня» <b>', locale: 'ru', hasAccent: 'no', accent: '#112233' }
  await withoutWriting(async () => {
    const { status, html, headers } = await visitor.post('/account', form)
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '30', 'no-store'])
    expect(html).toContain('Сейчас ничего нельзя сохранить')
    expect(html).toContain('<input type="hidden" name="name" value="Анна «Аня» &lt;b&gt;"/>')
    expect(html).toContain('<form class="form resend" action="/account" method="post">')
    const english = await visitor.post('/en/account/password', { current: 'secret of old', wanted: 'secret of new' })
    expect(english.html).toContain('Nothing can be saved right now')
    expect(english.html).not.toContain('secret of')
    expect(english.html).toContain('name="current"')
  })
  expect((await visitor.post('/account', form)).status).toBe(303)
})

test('API clients get a problem+json response', async () => {
  const { visitor } = await registered(site)
  await withoutWriting(async () => {
    const { status, headers, html } = await visitor.post('/api/auth/logout', {}, { accept: '*/*' })
    expect([status, headers.get('content-type')]).toEqual([503, 'application/problem+json'])
    expect(JSON.parse(html)).toMatchObject({ title: 'Service Unavailable', status: 503 })
  })
})

test('a browser is signed out anyway, with a message in the language of its page', async () => {
  const { visitor } = await registered(site)
  await withoutWriting(async () => {
    const headers = { accept: 'text/html', referer: 'https://kurs.test/en/account' }
    const { status, headers: answered, html } = await visitor.post('/api/auth/logout', {}, headers)
    expect([status, answered.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(html).toContain('<html lang="en-US"')
    expect(answered.getSetCookie().join()).toMatch(/__Host-sid=;[^,]*Max-Age=0/)
  })
  expect(visitor.cookie('sid') ?? '').toBe('')
})

test('a full disk has a different status than a locked database', async () => {
  const { visitor } = await registered(site)
  await site.appDb.client.execute('pragma max_page_count = 1')
  const statuses = new Set<number>()
  for (let n = 0; n < 200 && !statuses.has(507); n++) {
    const name = `${n}`.padEnd(80, 'x')
    clock.wait(60_000)
    statuses.add((await visitor.post('/account', { name, locale: 'ru', hasAccent: 'no', accent: '' })).status)
  }
  await site.appDb.client.execute('pragma max_page_count = 1000000')
  expect([...statuses]).toEqual([303, 507])
})

test('readiness checks write once in five seconds, however often they are requested', async () => {
  const writtenAt = async () => {
    const { rows } = await site.appDb.client.execute('select at from _writable')
    return Number(rows[0]?.at)
  }
  clock.wait(5000)
  await Promise.all(Array.from({ length: 50 }, () => site.app.request('/readyz')))
  const first = await writtenAt()
  clock.wait(4000)
  await site.app.request('/readyz')
  expect(await writtenAt()).toBe(first)
  clock.wait(1001)
  await site.app.request('/readyz')
  expect(await writtenAt()).toBeGreaterThan(first)
})
