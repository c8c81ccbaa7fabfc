import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import manifest from '../../../package.json' with { type: 'json' }
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { examplesMs, runsOf } from '../../../tests/property-runs.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { addUsers, seedUsers } from '../../../tests/users.ts'
import { isBanned } from '../../auth/user.ts'
import { createCounter } from './counts.ts'
import { readList, sorts, type UserFilter, type UserList } from './list-query.ts'
import { listUsers } from './list-users.ts'

setDefaultTimeout(examplesMs)

let site: TestSite
let admin: Administrator
const now = 1_800_000_000_000
/** Number of users, enough that searches for a common word are answered by walking the list */
const seeded = 6000

beforeAll(async () => {
  site = await createTestSite()
  admin = await makeAdministrator(site.appDb, 'Keeper')
  await seedUsers(site.appDb, seeded)
})
afterAll(() => site.close())

async function everybody(list: UserList, limit: number): Promise<string[]> {
  const ids: string[] = []
  let next: UserList | undefined = list
  while (next) {
    const page = await listUsers(site.appDb, next, limit, now)
    ids.push(...page.users.map(({ id }) => id))
    next = page.next
  }
  return ids
}

async function everybodyBackwards(list: UserList, limit: number): Promise<string[]> {
  let last = await listUsers(site.appDb, list, limit, now)
  while (last.next) last = await listUsers(site.appDb, last.next, limit, now)
  const ids = last.users.map(({ id }) => id)
  while (last.previous) {
    last = await listUsers(site.appDb, last.previous, limit, now)
    ids.unshift(...last.users.map(({ id }) => id))
  }
  return ids
}

/** Returns the users that a filter should find, by checking all users. */
async function expected({ search, role, status, telegram, locale }: UserFilter): Promise<string[]> {
  const { rows } = await site.appDb.client.execute('select * from users')
  const wanted = search.toLowerCase()
  return rows
    .filter((row) => {
      const isLinked = row.telegram_id !== null
      const words = [
        row.login,
        row.name,
        row.id,
        row.telegram_name === null ? '' : `@${row.telegram_name}`,
        row.telegram_id,
      ]
      const isFound =
        Array.from(search).length < 3
          ? String(row.login).toLowerCase().startsWith(wanted)
          : words.join('\n').toLowerCase().includes(wanted)
      const banUntil = row.ban_until === null ? null : Number(row.ban_until)
      const isOut = isBanned({ status: String(row.status), banUntil }, now)
      return (
        isFound &&
        (!role || row.role === role) &&
        (!status || isOut === (status === 'banned')) &&
        (!telegram || isLinked === (telegram === 'linked')) &&
        (!locale || row.locale === locale)
      )
    })
    .map(({ id }) => String(id))
    .sort()
}

const filters = fc.record({
  q: fc.constantFrom(
    '',
    '',
    'u',
    'user',
    'user12',
    'USER99',
    'Анна',
    'анна 1',
    '@tg_3',
    '0000177',
    'nobody at all',
    '"',
    'a"b',
  ),
  role: fc.constantFrom(undefined, 'user', 'admin'),
  status: fc.constantFrom(undefined, 'active', 'banned'),
  telegram: fc.constantFrom(undefined, 'linked', 'none'),
  locale: fc.constantFrom(undefined, 'ru', 'en'),
  sort: fc.constantFrom(...sorts.flatMap((sort) => [sort, `-${sort}`])),
})

describe('any list in any order', () => {
  test('has every match exactly once, forward and backward, with the right count', async () => {
    const counter = createCounter(site.appDb)
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 37, max: 2000 }), async (params, limit) => {
        const list = readList(params)
        const forwards = await everybody(list, limit)
        const ids = await expected(list)
        expect([...forwards].sort()).toEqual(ids)
        expect(await everybodyBackwards(list, limit)).toEqual(forwards)
        const { total, atMost } = await counter.count(list, now)
        if (total === undefined) expect(ids.length).toBeLessThanOrEqual(atMost ?? Number.POSITIVE_INFINITY)
        else expect(total).toBe(ids.length)
      }),
      { numRuns: runsOf(100) },
    )
  })

  test('a user added or removed between two pages shifts nobody else', async () => {
    const list = readList({ sort: 'login', q: 'zz' })
    const ids = await addUsers(
      site.appDb,
      ['zz-1', 'zz-3', 'zz-5', 'zz-7'].map((login) => ({ login })),
    )
    const first = await listUsers(site.appDb, list, 2, now)
    const [, late] = await addUsers(site.appDb, [{ login: 'zz-0' }, { login: 'zz-6' }])
    const second = await listUsers(site.appDb, first.next ?? list, 5, now)
    expect(second.users.map(({ id }) => id)).toEqual([ids[2], late, ids[3]].map(String))
  })
})

describe('the user list page', () => {
  test('is for administrators: guests must sign in, others get no information', async () => {
    const guest = await site.app.request('/en/admin/users?role=admin')
    expect(guest.status).toBe(303)
    expect(guest.headers.get('location')).toBe('/en/login?next=%2Fen%2Fadmin%2Fusers%3Frole%3Dadmin')
    const partial = await site.app.request('/en/admin/users', { headers: { 'hx-request': 'true' } })
    expect([partial.status, partial.headers.get('hx-redirect')]).toEqual([401, '/en/login?next=%2Fen%2Fadmin%2Fusers'])
    expect(guest.headers.get('cache-control')).toBe('no-store')
  })

  test('answers a partial request with its list only', async () => {
    const { html, headers } = await site.as(admin).part('/en/admin/users?q=user77')
    expect(html).toStartWith('<div id="users-list"')
    expect(html).not.toContain('<html')
    expect(headers.get('vary')).toContain('HX-Request-Type')
    expect(await site.as(admin).read('/en/admin/users?q=user77')).toContain(html)
  })

  test.each([
    ['a login', 'user4242', 'user4242'],
    ['a part of a name, whatever its case', 'иВАН 1', 'Иван 1'],
    ['a part of an id', '8000-00000000002a', 'user42'],
    ['a Telegram name', '@tg_4242', 'user4242'],
    ['a Telegram number', '100004242', 'user4242'],
    ['two letters of a login', 'ke', 'Keeper'],
  ])('finds by %s', async (_, query, found) => {
    expect(await site.as(admin).read(`/en/admin/users?${new URLSearchParams({ q: query })}`)).toContain(found)
  })

  test('counts each choice combined with the others; expired bans count as active', async () => {
    const html = await site.as(admin).read('/en/admin/users?locale=en&q=user')
    const chips = await site.as(admin).get('/en/admin/users?status=banned&q=user59')
    const count = (id: string) =>
      new RegExp(`id="${id}"[^>]*>[^<]*<span class="chip-count">([\\d,]+)`).exec(chips.html)?.[1]
    const banned = await expected(readList({ q: 'user59', status: 'banned' }))
    const active = await expected(readList({ q: 'user59', status: 'active' }))
    expect([count('filter-status-banned'), count('filter-status-active')]).toEqual(
      [banned, active].map((ids) => String(ids.length)),
    )
    expect(html).toContain('Up to 6,000')
  })

  test('invalid parameters are ignored', async () => {
    const { status, html } = await site
      .as(admin)
      .get('/en/admin/users?role=king&sort=-colour&after=%25%25&before=e30&locale=&q=%00')
    expect(status).toBe(200)
    expect(html).toContain('aria-sort="descending"')
  })

  test('an empty result shows a message and a way back', async () => {
    const html = await site.as(admin).read('/en/admin/users?q=nobody-at-all')
    expect(html).toContain('No users found')
    expect(html).toContain('href="/en/admin/users"')
  })
})

test('the footer of the administration shows the version', async () => {
  expect(await site.as(admin).read('/en/admin/users')).toContain(` Kurs ${manifest.version}.`)
  expect(await site.read('/en')).not.toContain(`Kurs ${manifest.version}`)
})

test('a saved list is visible only to its owner', async () => {
  const other = await makeAdministrator(site.appDb, 'Other-keeper')
  const view = { name: 'Banned <b>', query: 'status=banned&sort=-seen&evil=1' }
  const saved = await site.as(admin).post('/en/admin/users/views', view)
  expect([saved.status, saved.location]).toEqual([303, '/en/admin/users?status=banned&sort=-seen'])
  const mine = await site.as(admin).read('/en/admin/users')
  expect(mine).toContain('<a href="/en/admin/users?status=banned&amp;sort=-seen">Banned &lt;b&gt;</a>')
  expect(await site.as(other).read('/en/admin/users')).not.toContain('Banned &lt;b&gt;')
  const removal = /\/admin\/users\/views\/[^"]+\/removal/.exec(mine)?.[0] ?? ''
  await site.as(other).post(`/en${removal}`)
  expect(await site.as(admin).read('/en/admin/users')).toContain('Banned &lt;b&gt;')
  await site.as(admin).post(`/en${removal}`)
  expect(await site.as(admin).read('/en/admin/users')).not.toContain('Banned &lt;b&gt;')
})
