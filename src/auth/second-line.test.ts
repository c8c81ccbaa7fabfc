import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { makeAdministrator } from '../../tests/administrator.ts'
import { addSecondFactor, newLogin, password, registered, userOf } from '../../tests/asvs-people.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { setUp } from './account/register.ts'
import { createAuthDeps } from './auth-deps.ts'
import { newLink } from './link.ts'
import { deletePasskey } from './passkey/passkey-queries.ts'
import { findPendingUser } from './passkey/sign-in-by-passkey.ts'
import { turnOffTotp } from './second-factor/second-factor.ts'
import { newSession } from './session/session.ts'
import { signIn } from './sign-in/sign-in.ts'

/* Defenses behind another one. Each test passes by the first, which the tests of that one cover. */

setDefaultTimeout(60_000)

const origin = { address: '10.1.2.6', requestId: 'r', userAgent: 'A test' }

let site: TestSite
beforeAll(async () => {
  site = await createTestSite()
})
afterAll(() => site.close())

const depsOf = ({ appDb: db, events }: TestSite) =>
  createAuthDeps({ db, events, secret: 'a secret of nobody but this test', siteUrl: 'https://kurs.test', isOpen: true })

const set = (id: string, what: string) =>
  site.appDb.client.execute({ sql: `update users set ${what} where id = ?`, args: [id] })

test('an impersonated session has no administration, even of an administrator', async () => {
  const [looker, other] = [await makeAdministrator(site.appDb, newLogin()), await registered(site)]
  const begun = { userId: other.id, now: Date.now(), impersonatorId: looker.user.id, address: '', userAgent: '' }
  const { token, statement } = newSession(site.appDb, begun)
  await site.appDb.writeBatch([statement])
  // Administrators cannot be impersonated, and a promotion ends all sessions of the user.
  await set(other.id, "role = 'admin'")
  const linksIn = async (person: { cookie: string }) =>
    (await site.as(person).read('/en/app')).includes('href="/en/admin')
  const visitor = { cookie: `__Host-sid=${token}` }
  expect([await linksIn(looker), await linksIn(visitor)]).toEqual([true, false])
  expect((await site.as(looker).get('/en/admin/users')).status).toBe(200)
  expect((await site.as(visitor).get('/en/admin/users')).status).toBe(404)
})

test('a user who was banned after the password cannot use a passkey as the second step', async () => {
  const { login, id } = await registered(site)
  await addSecondFactor(site, login, Date.now())
  const deps = depsOf(site)
  const outcome = await signIn(deps, { ...origin, login, password })
  if (outcome.status !== 'code-wanted') throw new Error(outcome.status)
  expect(await findPendingUser(deps, outcome.pending)).toMatchObject({ id })
  await set(id, "status = 'banned'")
  expect(await findPendingUser(deps, outcome.pending)).toBeUndefined()
})

test('the last second factor of an administrator stays, whatever the request had read', async () => {
  const deps = depsOf(site)
  const { user } = await makeAdministrator(site.appDb, newLogin())
  // Read before the promotion, as a user who may remove it.
  expect(await turnOffTotp(deps, { ...user, role: 'user' }, origin)).toBe(false)
  expect((await userOf(site, user.login)).totpSecret).toBe(user.totpSecret)
  await set(user.id, "role = 'user'")
  expect(await turnOffTotp(deps, user, origin)).toBe(true)
})

test('a passkey is deleted for its owner only', async () => {
  const [owner, other] = [await registered(site), await registered(site)]
  const sql =
    "insert into passkeys (id, user_id, name, public_key, counter, transports, created_at) values ('key', ?, '', x'00', 0, '[]', 0)"
  await site.appDb.client.execute({ sql, args: [owner.id] })
  const removed = async (userId: string) => (await site.appDb.writeBatch([deletePasskey(site.appDb, userId, 'key')]))[0]
  expect([await removed(other.id), await removed(owner.id)]).toEqual([[], [{ name: '' }]])
})

test('a setup link that outlived its purpose creates no second administrator', async () => {
  await makeAdministrator(site.appDb, newLogin())
  const { token, statements } = newLink(site.appDb, 'setup', null, Date.now())
  await site.appDb.writeBatch(statements)
  const account = { ...origin, token, login: newLogin(), name: '', password, locale: 'en' } as const
  expect(await setUp(depsOf(site), account)).toEqual({ status: 'missing' })
})
