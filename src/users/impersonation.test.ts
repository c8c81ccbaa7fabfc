import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../tests/administrator.ts'
import { signIn } from '../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { addUsers } from '../../tests/users.ts'
import { cookieOf } from '../../tests/visitor.ts'

/* Tests impersonation by administrators: its rights, its audit entries, and its end. */

setDefaultTimeout(60_000)

let site: TestSite
/** Offset of the site's clock from the system's, ms */
let ahead = 0
beforeAll(async () => {
  site = await createTestSite({ now: () => Date.now() + ahead })
})
afterAll(() => site.close())

const post = (path: string, cookie: string, fields: Record<string, string> = {}, from = '/en/app') =>
  site.as({ cookie }).post(path, fields, { referer: `http://localhost${from}` })

let count = 0
const newLogin = (who: string) => `${who}-${++count}`

interface Looking {
  looker: Administrator
  id: string
  login: string
  cookie: string
}

async function looking(looker?: Administrator): Promise<Looking> {
  const by = looker ?? (await makeAdministrator(site.appDb, newLogin('looker')))
  const login = newLogin('guest')
  const [id = ''] = await addUsers(site.appDb, [{ login }])
  const started = await post(`/en/admin/users/${id}/impersonation`, by.cookie)
  expect(started.status).toBe(303)
  return { looker: by, id, login, cookie: cookieOf(started) }
}

/** Lists the audit entries about a user, newest first. */
async function logged(id: string) {
  const { rows } = await site.appDb.client.execute({
    sql: 'select act, actor_login, subject_login from audit_log where subject_id = ? order by id desc',
    args: [id],
  })
  return rows.map((row) => [row.act, row.actor_login, row.subject_login])
}

test('impersonation lasts an hour and leaves the administrator signed out', async () => {
  const { looker, id, cookie } = await looking()
  expect((await site.as({ cookie }).me())?.id).toBe(id)
  expect(await site.as(looker).me()).toBeNull()
  ahead = 61 * 60_000
  const later = await site.as({ cookie }).me()
  ahead = 0
  expect(later).toBeNull()
})

test('impersonation opens no administration, and the log names the impersonator', async () => {
  const { looker, id, login, cookie } = await looking()
  expect((await site.app.request('/en/admin/users', { headers: { cookie } })).status).toBe(404)
  await post('/api/auth/logout', cookie)
  expect(await site.as({ cookie }).me()).toBeNull()
  const by = looker.user.login
  expect(await logged(id)).toEqual([
    ['session.sign-out', by, login],
    ['access.refused', by, login],
    ['user.impersonate', by, login],
  ])
})

test.each([
  ['/en/app/enigma', '/en', 'You have left the other account'],
  ['/docs', '', 'Вы вышли из чужого аккаунта'],
])('impersonation ends from %s in its language, and the sign-in page explains it', async (from, prefix, words) => {
  const { looker, id, login, cookie } = await looking()
  const stop = () => post('/api/auth/impersonation/end', cookie, {}, from)
  const ended = await stop()
  expect([ended.status, ended.location]).toEqual([303, `${prefix}/admin/users/${id}`])
  expect(await site.as({ cookie: cookieOf(ended) }).me()).toBeNull()
  expect(await site.as({ cookie }).me()).toBeNull()
  expect((await logged(id))[0]).toEqual(['user.impersonate-end', looker.user.login, login])
  expect(await site.as({ cookie: cookieOf(ended, 'flash') }).read(`${prefix}/login`)).toContain(words)
  expect((await stop()).status).toBe(404)
})

test('impersonation cannot change the account, and the refusal says why, once', async () => {
  const { cookie } = await looking()
  const refused = await post('/en/account', cookie, { name: 'X', locale: 'en', hasAccent: 'no', accent: '' })
  expect(refused.status).toBe(403)
  const body = refused.html.slice(refused.html.indexOf('<body'))
  expect(body.split('Only the owner can change this account').length - 1).toBe(1)
  expect(body).not.toContain('Part of the request is invalid')
})

test('administrators and banned users cannot be impersonated; a ban of the admin ends it', async () => {
  const [admin, other] = [
    await makeAdministrator(site.appDb, newLogin('keeper')),
    await makeAdministrator(site.appDb, newLogin('target')),
  ]
  const [banned = ''] = await addUsers(site.appDb, [{ login: newLogin('banned'), status: 'banned' }])
  for (const id of [other.user.id, banned]) {
    expect((await post(`/en/admin/users/${id}/impersonation`, admin.cookie)).status).toBe(409)
  }
  const { cookie } = await looking(other)
  expect(await site.as({ cookie }).me()).not.toBeNull()
  await post(`/en/admin/users/${other.user.id}/ban`, admin.cookie, { version: '1', reason: 'Gone', until: '' })
  expect(await site.as({ cookie }).me()).toBeNull()
})

test('an expired link offers the app to signed-in users, and sign-in to others', async () => {
  const person = await signIn(site.appDb)
  for (const path of ['/en/new-password?token=x', '/en/setup?token=x']) {
    const [own, guest] = [await site.as(person).read(path), await site.read(path)]
    expect([own.includes('>Open the app<'), own.includes('>Sign in<')]).toEqual([true, false])
    expect([guest.includes('>Open the app<'), guest.includes('>Sign in<')]).toEqual([false, true])
  }
  expect(await site.read('/en/setup?token=x')).toContain('prints a new link')
})
