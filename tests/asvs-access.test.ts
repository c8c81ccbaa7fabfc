import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newLink } from '../src/auth/link.ts'
import { makeAdministrator } from './administrator.ts'
import { addSecondFactor, auditOf, isSignedIn, newLogin, password, registered, signIn, userOf } from './asvs-people.ts'
import { createTestSite, type TestSite } from './site.ts'
import { createVisitor } from './visitor.ts'

/* Tests of ASVS 5.0, V2, V8 and V16: access rights, and log entries about their use. */

setDefaultTimeout(60_000)

let site: TestSite
/** Start time of the site's clock */
const start = Date.now()
beforeAll(async () => {
  site = await createTestSite({ now: () => start })
})
afterAll(() => site.close())

/** Sends a form of the user administration. */
const post = (path: string, cookie: string, fields: Record<string, string>, at = site) =>
  at.as({ cookie }).post(`/en/admin/users/${path}`, fields)

/** Lists every administration page and action that concerns one user. */
function administration(id: string): [method: 'GET' | 'POST', path: string][] {
  const one = ['role', 'ban', 'ban/removal', 'undo', 'sessions/closure', 'password-link', 'impersonation']
  return [
    ...['/users', `/users/${id}`, '/users/invitation', '/audit', '/nowhere'].map((path): ['GET', string] => [
      'GET',
      path,
    ]),
    ...['bulk', 'export', 'invitation', 'views', ...one.map((act) => `${id}/${act}`)].map((path): ['POST', string] => [
      'POST',
      `/users/${path}`,
    ]),
  ]
}

test('2.3.3 a decision and all its consequences happen together or not at all', async () => {
  const { login, id, visitor } = await registered(site)
  const { cookie } = await makeAdministrator(site.appDb, newLogin())
  const lines = await auditOf(site, login)
  // Simulates that another administrator was faster: the version in the form is outdated.
  expect((await post(`${id}/ban`, cookie, { version: '7', reason: 'Late', until: '' })).status).toBe(409)
  expect(await isSignedIn(visitor)).toBe(true)
  expect(await auditOf(site, login)).toEqual(lines)
  expect((await post(`${id}/ban`, cookie, { version: '1', reason: 'Spam', until: '' })).status).toBe(303)
  const [last] = await auditOf(site, login)
  expect(await isSignedIn(visitor)).toBe(false)
  expect(last?.act).toBe('user.ban')
})

test('2.3.4 a single-use item is used once, however many requests come at the same time', async () => {
  const { id } = await registered(site)
  const link = newLink(site.appDb, 'reset', id, Date.now())
  await site.appDb.writeBatch(link.statements)
  const statuses = await Promise.all(
    ['первый корабль 1', 'второй корабль 2', 'третий корабль 3'].map(async (word) => {
      const path = `/en/new-password?token=${link.token}`
      return (await createVisitor(site).post(path, { password: word })).status
    }),
  )
  expect(statuses.sort()).toEqual([303, 404, 404])
  const login = newLogin()
  const made = await Promise.all([1, 2, 3].map(() => createVisitor(site).post('/en/register', { login, password })))
  expect(made.map(({ status }) => status).sort()).toEqual([303, 422, 422])
})

test('2.4.1 nobody can register accounts or try passwords by the hundred', async () => {
  const visitor = createVisitor(site)
  const statuses = []
  for (let tries = 0; tries < 7; tries++) {
    const answer = await visitor.post('/en/register', { login: newLogin(), password })
    statuses.push(answer.status)
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await visitor.post('/api/auth/logout', {})
  }
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429])
  const guesser = createVisitor(site)
  const tries = await Promise.all(
    Array.from({ length: 40 }, () => guesser.post('/en/login', { login: newLogin(), password })),
  )
  expect(tries.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(31)
  expect(tries.some(({ status }) => status === 429)).toBe(true)
  const large = await visitor.post('/en/login', { login: 'x', password: 'x'.repeat(20_000) })
  expect(large.status).toBe(413)
})

test('8.2.1 8.3.1 only administrators can enter the administration', async () => {
  const { id, visitor } = await registered(site)
  const user = `__Host-sid=${visitor.cookie('sid')}`
  for (const [method, path] of administration(id)) {
    const ask = (cookie: string) => {
      const visitor = site.as({ cookie })
      const address = `/en/admin${path}`
      return method === 'POST' ? visitor.post(address, { version: '1', role: 'admin' }) : visitor.get(address)
    }
    expect((await ask(user)).status).toBe(404)
    const guest = await ask('')
    expect([guest.status, guest.location?.split('?')[0]]).toEqual([303, '/en/login'])
  }
  const row = await site.appDb.client.execute({ sql: 'select role, version from users where id = ?', args: [id] })
  expect(row.rows[0]).toMatchObject({ role: 'user', version: 1 })
})

test('8.2.2 nobody can access what belongs to another user', async () => {
  const victim = await registered(site)
  const { visitor } = await registered(site)
  const { html } = await visitor.get('/en/account/sessions')
  const [session = ''] = victim.visitor.cookie('sid')?.split('.') ?? []
  expect(html).not.toContain(session)
  const lines = await auditOf(site, victim.login)
  await visitor.post('/en/account/sessions', { session })
  expect(await isSignedIn(victim.visitor)).toBe(true)
  expect(await auditOf(site, victim.login)).toEqual(lines)
})

test('8.2.3 nobody can set or read a field that is not theirs', async () => {
  const login = newLogin()
  const wishes = { role: 'admin', status: 'active', version: '99', id: 'chosen', telegramId: '1', banUntil: '1' }
  const visitor = createVisitor(site)
  await visitor.post('/en/register', { login, password, ...wishes })
  await visitor.post('/en/account', { name: 'Anna', locale: 'en', hasAccent: 'no', login: 'other', ...wishes })
  const user = await userOf(site, login)
  expect(user).toMatchObject({ role: 'user', version: 1, telegramId: null, name: 'Anna', login })
  const me = JSON.parse(await visitor.read('/api/auth/me'))
  expect(Object.keys(me.user).sort()).toEqual(['id', 'locale', 'login', 'name', 'role'])
  const keeper = await makeAdministrator(site.appDb, newLogin())
  const pages = await Promise.all([
    site.as(keeper).get(`/en/admin/users/${user.id}`),
    post('export', keeper.cookie, { query: '' }),
  ])
  for (const { html } of pages) expect(html).not.toContain('argon2')
})

test('16.2.1 a log entry has time, actor, action, subject, address and request ID', async () => {
  const { login, id } = await registered(site)
  const { cookie, user } = await makeAdministrator(site.appDb, newLogin())
  const answer = await post(`${id}/ban`, cookie, { version: '1', reason: 'Spam', until: '' })
  const [line] = await auditOf(site, login)
  expect(line).toMatchObject({ act: 'user.ban', is_success: 1, actor_login: user.login, subject_login: login })
  expect(line?.request_id).toBe(answer.headers.get('x-request-id'))
  expect(line?.at).toBe(start)
  expect(String(line?.address)).toMatch(/^[\d.]+$/)
  expect(site.logged()).toContain(`"requestId":"${line?.request_id}"`)
})

test('16.3.1 every sign-in attempt is logged with its result', async () => {
  const { login } = await registered(site)
  await signIn(site, login, 'не тот')
  await signIn(site, login)
  const { recoveryCodes } = await addSecondFactor(site, login, Date.now())
  const { visitor } = await signIn(site, login)
  await visitor.post('/en/login', { code: '000000' })
  await visitor.post('/en/login', { code: recoveryCodes[0] ?? '' })
  await visitor.post('/en/account/confirm', { password, code: 'wrong' })
  await visitor.post('/api/auth/logout', {})
  const lines = (await auditOf(site, login)).map(({ act, is_success, after }) => [act, is_success, after])
  const why = (reason: string) => JSON.stringify({ why: reason })
  expect(lines.slice(0, 8)).toEqual([
    ['session.sign-out', 1, null],
    ['session.fresh', 0, null],
    ['session.sign-in', 1, null],
    ['session.sign-in', 0, why('code')],
    ['session.sign-in', 0, why('code-wanted')],
    ['user.second-factor-on', 1, null],
    ['session.sign-in', 1, null],
    ['session.sign-in', 0, why('password')],
  ])
  // For unknown logins, one entry per minute is logged with the number of attempts.
  const before = await triesByNobody()
  await signIn(site, newLogin())
  expect(await triesByNobody()).toBe(before + 1)
})

async function triesByNobody(): Promise<number> {
  const { rows } = await site.appDb.client.execute(`
    select coalesce(sum(count), 0) as tries from audit_log
    where act = 'session.sign-in' and is_success = 0 and subject_id is null and subject_login is not null`)
  return Number(rows[0]?.tries)
}

test('16.3.2 refused access to the administration is logged', async () => {
  const { id, visitor } = await registered(site)
  await visitor.get('/en/admin/users')
  const { rows } = await site.appDb.client.execute({
    sql: 'select act, is_success, after from audit_log where actor_id = ? order by id desc limit 1',
    args: [id],
  })
  expect(rows[0]).toMatchObject({ act: 'access.refused', is_success: 0, after: '{"path":"/en/admin/users"}' })
})

test('16.4.1 visitor input cannot forge a log line', async () => {
  const forged = 'x\r\n{"level":"info","message":"forged"}\u2028'
  const visitor = createVisitor(site)
  await visitor.post('/en/login', { login: forged, password })
  await visitor.get(`/en/${encodeURIComponent(forged)}`)
  await visitor.get('/en/login', { 'user-agent': 'a\tb "c"', 'x-request-id': 'forged' })
  const lines = site.logged().trimEnd().split('\n')
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) })
  expect(lines.some((line) => JSON.parse(line).message === 'forged')).toBe(false)
  const { cookie } = await makeAdministrator(site.appDb, newLogin())
  await signIn(site, '<img src=x onerror=alert(1)>')
  const log = await site.app.request('/en/admin/audit', { headers: { cookie } })
  expect(await log.text()).not.toContain('<img src=x')
})

test('16.4.2 the audit log is append-only and readable only by administrators', async () => {
  const { visitor } = await registered(site)
  for (const statement of ['update audit_log set is_success = 1', 'delete from audit_log']) {
    await expect(site.appDb.client.execute(statement)).rejects.toThrow('The audit log only grows')
  }
  expect((await visitor.get('/en/admin/audit')).status).toBe(404)
})

test('16.5.1 a server error reveals no implementation details', async () => {
  const own = await createTestSite()
  const { visitor } = await registered(own)
  await own.appDb.client.execute('drop table sessions')
  for (const path of ['/en/app', '/en/account', '/api/auth/me', '/en/admin/users']) {
    const { status, html } = await visitor.get(path)
    expect(status).toBe(500)
    expect(html).not.toMatch(/sessions s|no such table|SQLITE|at .*\.tsx?:\d/i)
  }
  expect(own.logged()).toContain('no such table')
  await own.close()
})
