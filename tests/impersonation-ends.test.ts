import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newLink } from '../src/auth/link.ts'
import { newSession } from '../src/auth/session/session.ts'
import { type Administrator, makeAdministrator } from './administrator.ts'
import { isGood, newLogin } from './asvs-people.ts'
import { programOf } from './programs.ts'
import { createTestSite, type TestSite } from './site.ts'
import { thrift } from './thrift.ts'
import { addUsers } from './users.ts'
import type { Answer } from './visitor.ts'

/* Tests that every action that ends an administrator's sessions also ends the administrator's impersonation
   sessions. */

setDefaultTimeout(60_000)

let site: TestSite
let keeper: Administrator
beforeAll(async () => {
  site = await createTestSite()
  keeper = await makeAdministrator(site.appDb, newLogin())
})
afterAll(() => site.close())

interface Looking extends Administrator {
  /** Token of the impersonation session */
  impersonated: string
  /** ID of the administrator's session in which impersonation began */
  began: string
}

/** Creates an administrator who is signed in here and impersonates a user in another browser. */
async function looking(): Promise<Looking> {
  const admin = await makeAdministrator(site.appDb, newLogin())
  const [userId = ''] = await addUsers(site.appDb, [{ login: newLogin() }])
  const browser = { address: '10.0.0.1', userAgent: 'A test', now: Date.now() }
  const other = newSession(site.appDb, { userId: admin.user.id, ...browser })
  await site.appDb.writeBatch([other.statement])
  const started = await post(`/en/admin/users/${userId}/impersonation`, {}, `__Host-sid=${other.token}`)
  const impersonated = /__Host-sid=([^;]+)/.exec(started.headers.getSetCookie().join())?.[1] ?? ''
  expect(await isGood(site, impersonated)).toBe(true)
  return { ...admin, impersonated, began: other.id }
}

async function post(path: string, fields: Record<string, string>, cookie = keeper.cookie): Promise<Answer> {
  const answer = await site.as({ cookie }).post(path, fields)
  expect(answer.status).toBe(303)
  return answer
}

const password = 'корабль лампа 7'
const wanted = 'другой корабль 8'

const ways: Record<string, (admin: Looking) => Promise<unknown>> = {
  'all others are ended': ({ cookie }) => post('/en/account/sessions', { session: 'others' }, cookie),
  'the session that it began in is ended, from a list read before': ({ cookie, began }) =>
    post('/en/account/sessions', { session: began }, cookie),
  'it is ended in the list of their own': async ({ cookie, impersonated }) => {
    const list = await site.app.request('/en/account/sessions', { headers: { cookie } })
    // The administrator has no other session; the button that ends others concerns the impersonation session.
    const html = await list.text()
    expect([html.includes('acting as'), html.includes('value="others"')]).toEqual([true, true])
    await post('/en/account/sessions', { session: impersonated.split('.')[0] ?? '' }, cookie)
  },
  'an administrator ends the session that it began in': ({ user, began }) =>
    post(`/en/admin/users/${user.id}/sessions/closure`, { session: began }),
  'the password is changed': ({ cookie }) => post('/en/account/password', { current: password, wanted }, cookie),
  'a link chooses a new password': async ({ user }) => {
    const link = newLink(site.appDb, 'reset', user.id, Date.now())
    await site.appDb.writeBatch(link.statements)
    await post(`/en/new-password?token=${link.token}`, { password: wanted }, '')
  },
  'an administrator ends all': ({ user }) => post(`/en/admin/users/${user.id}/sessions/closure`, {}),
  'an administrator bans': ({ user }) =>
    post(`/en/admin/users/${user.id}/ban`, { version: String(user.version), reason: 'Spam', until: '' }),
  'the role is taken': ({ user }) =>
    post(`/en/admin/users/${user.id}/role`, { version: String(user.version), role: 'user' }),
  'an administrator ends all of many': ({ user }) => bulk({ act: 'sessions', id: user.id }),
  'an administrator bans many': ({ user }) => bulk({ act: 'ban', id: user.id, reason: 'Spam' }),
  'the command line bans': ({ user }) => command('ban', '--login', user.login, '--reason', 'Spam'),
  'the command line ends the second factor': ({ user }) => command('reset', '--login', user.login, '--second-factor'),
  // Simulates a ban by an older release, or by hand in the database.
  'somebody bans past the product': ({ user }) =>
    site.appDb.client.execute({ sql: "update users set status = 'banned' where id = ?", args: [user.id] }),
}

async function bulk(fields: Record<string, string>): Promise<void> {
  expect((await site.as(keeper).post('/en/admin/users/bulk', fields)).status).toBe(200)
}

/** Runs a command in a separate process next to the site. */
async function command(...words: string[]): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, ...thrift, DATA_DIR: site.dataDir, SITE_URL: 'https://kurs.test' }
  const child = Bun.spawn([process.execPath, programOf('src/main.ts'), 'user', ...words], {
    env,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, ''])
}

for (const [way, end] of Object.entries(ways)) {
  test(`impersonation ends when ${way}`, async () => {
    const admin = await looking()
    await end(admin)
    expect(await isGood(site, admin.impersonated)).toBe(false)
  })
}

test('impersonation cannot begin in a session that ends at the same time', async () => {
  const admin = await makeAdministrator(site.appDb, newLogin())
  const [userId = ''] = await addUsers(site.appDb, [{ login: newLogin() }])
  const other = newSession(site.appDb, { userId: admin.user.id, address: '', userAgent: '', now: Date.now() })
  await site.appDb.writeBatch([other.statement])
  const visitor = site.as({ cookie: `__Host-sid=${other.token}` })
  const tries = Array.from({ length: 5 }, () => visitor.post(`/en/admin/users/${userId}/impersonation`))
  const ended = post('/en/account/sessions', { session: other.id }, admin.cookie)
  await Promise.all([...tries, ended])
  const { rows } = await site.appDb.client.execute({
    sql: 'select id from sessions where impersonator_id = ?',
    args: [admin.user.id],
  })
  expect(rows).toEqual([])
})

test('impersonation is not affected by what happens to another user', async () => {
  const [admin, other] = [await looking(), await looking()]
  await ways['an administrator bans']?.(other)
  // Users cannot end sessions of others through their own list.
  await post('/en/account/sessions', { session: admin.impersonated.split('.')[0] ?? '' })
  await post('/en/account/sessions', { session: admin.began })
  expect([await isGood(site, admin.impersonated), await isGood(site, other.impersonated)]).toEqual([true, false])
})
