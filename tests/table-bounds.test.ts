import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createAuthDeps } from '../src/auth/auth-deps.ts'
import { findUser } from '../src/auth/queries.ts'
import { startSession } from '../src/auth/session/start-session.ts'
import { newPending } from '../src/auth/sign-in/sign-in.ts'
import { type EndedSessions, sessionEnded } from '../src/auth/topics.ts'
import { makeAdministrator } from './administrator.ts'
import { addSecondFactor, isGood, registered } from './asvs-people.ts'
import { createTestSite, type TestSite } from './site.ts'
import { createVisitor } from './visitor.ts'

/* Tests the max numbers of rows that one user can create. Drawings, layouts and alerts are tested with their routes. */

let ahead = 0
let people = 0
const now = () => Date.now() + ahead
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ now, env: { SIGN_UPS_PER_HOUR: '20' } })
})
afterAll(() => site.close())

async function count(from: string, ...args: string[]): Promise<number> {
  const { rows } = await site.appDb.client.execute({ sql: `select count(*) as n from ${from}`, args })
  return Number(rows[0]?.n)
}

const openDeps = () =>
  createAuthDeps({
    db: site.appDb,
    events: site.events,
    secret: 'a secret of nobody but this test',
    siteUrl: 'https://kurs.test',
    isOpen: true,
    now,
  })

test('registrations per hour are limited in total, from any number of networks', async () => {
  ahead += 3_600_000
  const before = await count('users')
  const register = () =>
    site.post('/en/register', { login: `crowd-${++people}`, name: 'One of many', password: 'a long river 7' })
  const statuses: number[] = []
  for (let n = 0; n < 25; n++) statuses.push((await register()).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 303), ...Array.from({ length: 5 }, () => 429)])
  expect(await count('users')).toBe(before + 20)
  const refused = await register()
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 181)
  expect(refused.html).toContain('Too many attempts. Try again')
  ahead += 180_000
  expect([(await register()).status, (await register()).status]).toEqual([303, 429])
  ahead += 3_600_000
})

test('a user has at most fifty sessions; the one unused for longest is ended', async () => {
  const { id } = await registered(site)
  const user = await findUser(site.appDb, id)
  if (!user) throw new Error('Nobody was made')
  const told: EndedSessions[] = []
  const stop = site.events.on(sessionEnded, (ended) => void told.push(ended))
  const tokens: string[] = []
  for (let n = 0; n < 60; n++) {
    ahead += 1000
    tokens.push(
      (await startSession(openDeps(), user, { address: '10.2.3.4', requestId: 'x', userAgent: 'A test' })).token,
    )
  }
  stop()
  expect(await count('sessions where user_id = ?', id)).toBe(50)
  expect([await isGood(site, tokens[9]), await isGood(site, tokens[10]), await isGood(site, tokens[59])]).toEqual([
    false,
    true,
    true,
  ])
  const ids = told.flatMap((ended) => ('sessionIds' in ended ? ended.sessionIds : []))
  // Eleven sessions have ended: the session of the registration, and the first ten of `tokens`.
  expect(ids).toHaveLength(11)
  expect(ids.slice(1)).toEqual(tokens.slice(0, 10).map((token) => token.split('.')[0] ?? ''))
  expect(await count("audit_log where act = 'session.sign-in' and actor_id = ?", id)).toBeLessThanOrEqual(3)
})

test('a user has ten recovery codes, however often the second factor is turned on', async () => {
  const { id, login } = await registered(site)
  for (let n = 0; n < 3; n++) await addSecondFactor(site, login, now())
  expect(await count('recovery_codes where user_id = ?', id)).toBe(10)
})

test('a user has at most ten unfinished sign-ins', async () => {
  const { id } = await registered(site)
  for (let n = 0; n < 30; n++) await site.appDb.writeBatch(newPending(site.appDb, id, now() + n).statements)
  expect(await count('account_links where user_id = ?', id)).toBe(10)
})

test('profile changes are limited to thirty, then one a minute; unchanged ones are not logged', async () => {
  const { id, visitor } = await registered(site)
  const rename = (name: string) =>
    visitor.post('/en/account', { name, locale: 'en', hasAccent: 'no', accent: '' }).then(({ status }) => status)
  const statuses: number[] = []
  for (let n = 0; n < 40; n++) statuses.push(await rename(`Anna ${n}`))
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 303), ...Array.from({ length: 10 }, () => 429)])
  ahead += 60_000
  expect([await rename('Anna at last'), await rename('Anna again')]).toEqual([303, 429])
  expect(await count("audit_log where act = 'user.profile' and actor_id = ?", id)).toBe(31)
  ahead += 120_000
  for (let n = 0; n < 2; n++) expect(await rename('Anna at last')).toBe(303)
  expect(await count("audit_log where act = 'user.profile' and actor_id = ?", id)).toBe(31)
})

test('screen settings are one row with known fields only', async () => {
  const { id, visitor } = await registered(site)
  const long = 'x'.repeat(3000)
  for (let n = 0; n < 5; n++) {
    await visitor.post('/en/app/enigma/settings', { view: long, columns: long, back: '', [`more-${n}`]: long })
    await visitor.post('/en/app/charts/colors', { back: '', [long]: long })
  }
  const { rows } = await site.appDb.client.execute({
    sql: 'select count(*) as n, max(length(settings)) as longest from screen_settings where user_id = ?',
    args: [id],
  })
  expect(Number(rows[0]?.n)).toBeLessThanOrEqual(2)
  expect(Number(rows[0]?.longest)).toBeLessThan(500)
})

test('favorites are limited to existing assets', async () => {
  const { id, visitor } = await registered(site)
  for (const asset of ['BTCUSDT', 'BTCUSDT', 'NOTHING', 'x'.repeat(2000)]) {
    await visitor.post(`/en/app/enigma/${asset}/favourite`, { favourite: 'yes', back: '' })
  }
  expect(await count('favourite_assets where user_id = ?', id)).toBe(1)
})

test('an administrator saves at most fifty lists', async () => {
  const admin = await makeAdministrator(site.appDb, 'Keeper')
  const view = { name: 'x'.repeat(60), query: 'q=anna' }
  for (let n = 0; n < 60; n++) await site.as(admin).post('/en/admin/users/views', view)
  expect(await count('saved_views where user_id = ?', admin.user.id)).toBe(50)
})

test('text from requests is shortened before it is stored', async () => {
  const { id } = await registered(site)
  const visitor = createVisitor(site)
  await visitor.post(
    '/en/login',
    { login: 'x'.repeat(5000), password: 'y'.repeat(5000) },
    { 'user-agent': 'z'.repeat(5000) },
  )
  const user = await findUser(site.appDb, id)
  if (!user) throw new Error('Nobody was made')
  const long = 'a'.repeat(5000)
  await startSession(openDeps(), user, { address: '10.1.1.1', requestId: long, userAgent: long })
  for (const table of ['sessions', 'audit_log', 'devices', 'account_warnings']) {
    const { rows } = await site.appDb.client.execute(`select * from ${table}`)
    const lengths = rows.flatMap((row) =>
      Object.values(row).map((value) => (typeof value === 'string' ? value.length : 0)),
    )
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(400)
  }
})
