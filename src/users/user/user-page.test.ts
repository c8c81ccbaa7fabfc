import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { addUsers, type SomeUser } from '../../../tests/users.ts'
import type { Answer } from '../../../tests/visitor.ts'
import { register } from '../../auth/account/register.ts'
import { createAuthDeps } from '../../auth/auth-deps.ts'
import { findUser } from '../../auth/queries.ts'

setDefaultTimeout(60_000)

let site: TestSite
let admin: Administrator
/** Offset of the site's clock from the system's, ms */
let ahead = 0
beforeAll(async () => {
  site = await createTestSite({ now: () => Date.now() + ahead })
  admin = await makeAdministrator(site.appDb, 'Keeper')
})
afterAll(() => site.close())

let count = 0
async function someUser(user: Partial<SomeUser> = {}): Promise<string> {
  const [id = ''] = await addUsers(site.appDb, [{ login: `person-${++count}`, ...user }])
  return id
}

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Creates a user with a session. */
async function signedIn(): Promise<{ id: string; cookie: string }> {
  const deps = createAuthDeps({
    db: site.appDb,
    events: site.events,
    secret: 'x',
    siteUrl: 'https://kurs.test',
    isOpen: true,
  })
  const request = { address: `10.1.${++count}.1`, requestId: 'r', userAgent: chrome, locale: 'ru' as const }
  const outcome = await register(deps, { ...request, login: `guest-${count}`, password: 'корабль лампа 7' })
  if (outcome.status !== 'signed-in') throw new Error(outcome.status)
  return { id: outcome.user.id, cookie: `__Host-sid=${outcome.token}` }
}

const post = (path: string, fields: Record<string, string>, by = admin) =>
  site.as(by).post(`/en/admin/users/${path}`, fields, { referer: 'http://localhost/en/admin/users' })

async function open(path: string, by = admin): Promise<string> {
  const { status, html } = await site.as(by).get(path.startsWith('/') ? path : `/en/admin/users/${path}`)
  expect(status).toBe(200)
  return html
}

/** Lists the audit entries about a user, newest first. */
async function logged(id: string): Promise<Record<string, unknown>[]> {
  const { rows } = await site.appDb.client.execute({
    sql: 'select act, is_success, actor_login, before, after, address, request_id from audit_log where subject_id = ? order by id desc',
    args: [id],
  })
  return rows.map((row) => ({ ...row }))
}

const inTheFuture = '2099-01-31T12:00'

describe('a ban', () => {
  test('ends every session at once and is logged with the previous values', async () => {
    const { id, cookie } = await signedIn()
    expect(await site.as({ cookie }).me()).not.toBeNull()
    const done = await post(`${id}/ban`, { version: '1', reason: 'Spam, 3 complaints', until: inTheFuture })
    expect([done.status, done.location?.split('&')[0]]).toEqual([303, `/en/admin/users/${id}?done=ban`])
    expect(await site.as({ cookie }).me()).toBeNull()
    const user = await findUser(site.appDb, id)
    expect(user).toMatchObject({ status: 'banned', banReason: 'Spam, 3 complaints', version: 2 })
    expect(user?.banUntil).toBe(Date.parse('2099-01-31T09:00:00Z'))
    const [line] = await logged(id)
    expect(line).toMatchObject({ act: 'user.ban', is_success: 1, actor_login: 'Keeper' })
    expect(JSON.parse(String(line?.before))).toEqual({ status: 'active', banReason: null, banUntil: null })
    expect(JSON.parse(String(line?.after))).toMatchObject({ status: 'banned', banReason: 'Spam, 3 complaints' })
    expect(String(line?.request_id)).not.toBe('')
  })

  test.each([
    [{ reason: ' ', until: '' }, 'Enter a reason'],
    [{ reason: 'Spam', until: '2020-01-01T00:00' }, 'Enter a future date'],
    [{ reason: 'Spam', until: 'tomorrow' }, 'Enter a future date'],
  ])('with invalid fields changes nothing and keeps the input: %p', async (fields, words) => {
    const id = await someUser()
    const refused = await post(`${id}/ban`, { version: '1', ...fields })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain(words)
    expect(refused.html).toContain(fields.reason)
    expect(await findUser(site.appDb, id)).toMatchObject({ status: 'active', version: 1 })
  })

  test('can be lifted; lifting an expired one does nothing', async () => {
    const [banned, over] = [
      await someUser({ status: 'banned', banReason: 'Spam' }),
      await someUser({ status: 'banned', banUntil: 1 }),
    ]
    expect((await post(`${banned}/ban/removal`, { version: '1' })).location).toContain('done=unban')
    expect((await post(`${over}/ban/removal`, { version: '1' })).location).toContain('done=unchanged')
    expect(await findUser(site.appDb, banned)).toMatchObject({ status: 'active', banReason: null })
    expect((await logged(banned)).map(({ act }) => act)).toEqual(['user.unban'])
    expect(await logged(over)).toEqual([])
  })
})

describe('undo', () => {
  const undoOf = ({ location }: Answer) => new URLSearchParams(location?.split('?')[1]).get('undo') ?? ''

  test('reverts a ban for ten seconds, and is logged', async () => {
    const id = await someUser()
    const banned = await post(`${id}/ban`, { version: '1', reason: 'Oops', until: '' })
    expect(await open(banned.location ?? '')).toContain('Undo</button>')
    expect((await post(`${id}/undo`, { undo: undoOf(banned) })).location).toBe(`/en/admin/users/${id}?done=undo`)
    expect(await findUser(site.appDb, id)).toMatchObject({ status: 'active', banReason: null, version: 3 })
    expect((await logged(id)).map(({ act }) => act)).toEqual(['user.unban', 'user.ban'])
    expect((await post(`${id}/undo`, { undo: undoOf(banned) })).status).toBe(409)
  })

  test('fails later, for another administrator or user, or with a forged token', async () => {
    const other = await makeAdministrator(site.appDb, `Undoer-${++count}`)
    const [id, another] = [await someUser(), await someUser()]
    const undo = undoOf(await post(`${id}/ban`, { version: '1', reason: 'Spam', until: '' }))
    const tries = [
      await post(`${id}/undo`, { undo }, other),
      await post(`${another}/undo`, { undo }),
      await post(`${id}/undo`, { undo: `${undo}x` }),
    ]
    ahead = 11_000
    tries.push(await post(`${id}/undo`, { undo }))
    const page = await open(`${id}?done=ban&undo=${undo}`)
    ahead = 0
    expect(tries.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    expect(page).not.toContain('Undo</button>')
    expect(await findUser(site.appDb, id)).toMatchObject({ status: 'banned', version: 2 })
  })

  test('does not overwrite a later change by someone else', async () => {
    const id = await someUser()
    const undo = undoOf(await post(`${id}/ban`, { version: '1', reason: 'Spam', until: '' }))
    await post(`${id}/ban`, { version: '2', reason: 'Worse than spam', until: '' })
    expect((await post(`${id}/undo`, { undo })).status).toBe(409)
    expect(await findUser(site.appDb, id)).toMatchObject({ banReason: 'Worse than spam' })
  })
})

test('a stale form writes nothing, shows what changed and keeps the input', async () => {
  const other = await makeAdministrator(site.appDb, `Faster-${++count}`)
  const id = await someUser()
  const form = await open(id)
  const seen = /name="seen" value="(\d+)"/.exec(form)?.[1] ?? ''
  await post(`${id}/role`, { version: '1', role: 'admin' }, other)
  const late = await post(`${id}/ban`, { version: '1', seen, reason: 'My long reason', until: '' })
  expect(late.status).toBe(409)
  expect(late.html).toContain('Someone else changed this user')
  expect(late.html).toContain('My long reason')
  expect(late.html).toContain(other.user.login)
  expect(late.html).toMatch(/<del>.*user<\/del>.*<ins>.*administrator<\/ins>/)
  expect(late.html).toContain('name="version" value="2"')
  expect(await findUser(site.appDb, id)).toMatchObject({ status: 'active', role: 'admin' })
})

describe('administration of users', () => {
  test('does not let administrators act on themselves', async () => {
    const { id } = admin.user
    const tries = [
      await post(`${id}/ban`, { version: '1', reason: 'Me', until: '' }),
      await post(`${id}/role`, { version: '1', role: 'user' }),
      await post(`${id}/sessions/closure`, {}),
      await post(`${id}/password-link`, {}),
      await post(`${id}/impersonation`, {}),
    ]
    expect(tries.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
    expect(await findUser(site.appDb, id)).toMatchObject({ role: 'admin', status: 'active', version: 1 })
    expect(await open(id)).not.toContain('/ban"')
  })

  test('keeps one administrator when the last two demote each other at once', async () => {
    const own = await createTestSite()
    const [left, right] = [await makeAdministrator(own.appDb, 'Left'), await makeAdministrator(own.appDb, 'Right')]
    const demote = (by: Administrator, whom: Administrator) =>
      own.as(by).post(`/en/admin/users/${whom.user.id}/role`, { version: '1', role: 'user' })
    await Promise.all([demote(left, right), demote(right, left)])
    const { rows } = await own.appDb.client.execute(`select count(*) as n from users where role = 'admin'`)
    const log = await own.appDb.client.execute(`select count(*) as n from audit_log where act = 'user.role'`)
    expect([Number(rows[0]?.n), Number(log.rows[0]?.n)]).toEqual([1, 1])
    await own.close()
  })

  test('refuses users who are no administrators, and logs the attempt', async () => {
    const { id, cookie } = await signedIn()
    const response = await site.app.request(`/en/admin/users/${admin.user.id}`, { headers: { cookie } })
    expect(response.status).toBe(404)
    const { rows } = await site.appDb.client.execute({
      sql: `select count(*) as n from audit_log where act = 'access.refused' and actor_id = ?`,
      args: [id],
    })
    expect(Number(rows[0]?.n)).toBe(1)
  })

  test('refuses posts from other sites', async () => {
    const id = await someUser()
    const response = await site.app.request(`/en/admin/users/${id}/ban`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      body: new URLSearchParams({ version: '1', reason: 'x', until: '' }),
    })
    expect(response.status).toBe(403)
  })
})

test('dangerous acts require a sign-in within the last fifteen minutes', async () => {
  const id = await someUser()
  ahead = 16 * 60_000
  const tries = [
    await post(`${id}/role`, { version: '1', role: 'admin' }),
    await post(`${id}/impersonation`, {}),
    await post(`${id}/password-link`, {}),
    await post('export', { query: '' }),
    await post('invitation', { login: 'nobody-yet', role: 'admin', locale: 'en' }),
    await post('bulk', { act: 'ban', reason: 'x', id }),
  ]
  ahead = 0
  for (const { status, location } of tries) {
    expect([status, location]).toEqual([303, '/en/account/confirm?next=%2Fen%2Fadmin%2Fusers'])
  }
  expect(await findUser(site.appDb, id)).toMatchObject({ role: 'user', version: 1 })
})

test('sessions can be ended one by one or all at once', async () => {
  const { id, cookie } = await signedIn()
  const sessionId = cookie.split('=')[1]?.split('.')[0] ?? ''
  const page = await open(id)
  expect(page).toContain('>Chrome on Linux<')
  expect(page).toContain('aria-label="End the session: Chrome on Linux"')
  const other = await signedIn()
  expect((await post(`${other.id}/sessions/closure`, { session: sessionId })).location).toContain('done=unchanged')
  expect(await site.as({ cookie }).me()).not.toBeNull()
  expect((await post(`${id}/sessions/closure`, { session: sessionId })).location).toContain('done=sessions')
  expect(await site.as({ cookie }).me()).toBeNull()
  expect((await post(`${other.id}/sessions/closure`, {})).location).toContain('done=sessions')
  expect(await site.as(other).me()).toBeNull()
  expect((await logged(other.id))[0]).toMatchObject({ act: 'session.end-all' })
})

describe('links', () => {
  test('a link for a new password is shown once and stored as a hash', async () => {
    const { id } = await signedIn()
    const { html, status, headers } = await post(`${id}/password-link`, {})
    const token = /new-password\?token=([\w-]+)/.exec(html)?.[1] ?? ''
    expect(html).toMatch(/<button[^>]* data-copy="#link-field"[^>]*>/)
    expect([status, token.length > 40, headers.get('cache-control')]).toEqual([200, true, 'no-store'])
    const { rows } = await site.appDb.client.execute('select * from account_links')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows.some((row) => row.user_id === id && row.kind === 'reset')).toBe(true)
    expect(await open(id)).not.toContain(token)
    expect((await logged(id))[0]).toMatchObject({ act: 'user.reset-link' })
    expect(JSON.stringify(await logged(id))).not.toContain(token)
  })

  test('an invitation creates an account without a password, once per login', async () => {
    const fields = { login: 'Newcomer', name: '', role: 'user', locale: 'ru' }
    const made = await post('invitation', fields)
    expect(made.status).toBe(200)
    expect(made.html).toMatch(/https:\/\/kurs\.test\/new-password\?token=[\w-]{40,}/)
    const { rows } = await site.appDb.client.execute(`select * from users where login_key = 'newcomer'`)
    expect(rows[0]).toMatchObject({ login: 'Newcomer', name: 'Newcomer', role: 'user', password_hash: null })
    const again = await post('invitation', { ...fields, login: 'NEWCOMER', name: 'Somebody' })
    expect(again.status).toBe(409)
    expect(again.html).toContain('That login is taken')
    expect(again.html).toContain('Somebody')
    expect((await post('invitation', { ...fields, login: 'a b' })).status).toBe(422)
    expect((await logged(String(rows[0]?.id))).map(({ act }) => act)).toEqual(['user.invite'])
  })
})
