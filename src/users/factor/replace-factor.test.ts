import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { addSecondFactor, auditOf, isGood, newLogin, password, registered } from '../../../tests/asvs-people.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { tokenOf } from '../../../tests/token.ts'
import { createVisitor } from '../../../tests/visitor.ts'
import { newSession } from '../../auth/session/session.ts'

setDefaultTimeout(60_000)

const hour = 3600_000
/** Offset of the site's clock from the system's, ms */
let ahead = 0
let site: TestSite
let [first, second]: Administrator[] = []
beforeAll(async () => {
  site = await createTestSite({ now: () => Date.now() + ahead })
  first = await makeAdministrator(site.appDb, 'First')
  second = await makeAdministrator(site.appDb, 'Second')
})
afterAll(() => site.close())

type Act = '' | '/approval' | '/withdrawal' | '/role'

async function send(by: Administrator | undefined, userId: string, act: Act, fields: Record<string, string> = {}) {
  await prove(by)
  const path = `/en/admin/users/${userId}${act === '/role' ? act : `/second-factor${act}`}`
  return site.as({ cookie: by?.cookie ?? '' }).post(path, fields)
}

/** Marks the actor as recently reauthenticated at the site's current time. */
async function prove(by: Administrator | undefined) {
  const at = Date.now() + ahead
  await site.appDb.client.execute({
    sql: 'update sessions set proven_at = ?1, seen_at = ?1, created_at = ?1 where user_id = ?2',
    args: [at, by?.user.id ?? ''],
  })
}

/** Returns the request that a page shows, as the page's form contains it. */
async function shown(by: Administrator | undefined, userId: string) {
  const { html } = await page(by, `/en/admin/users/${userId}`)
  return { requestedAt: /name="requestedAt" value="(\d+)"/.exec(html)?.[1] ?? '' }
}

async function page(by: Administrator | undefined, path: string) {
  await prove(by)
  return site.as({ cookie: by?.cookie ?? '' }).get(path)
}

/** Creates a user who has lost their second factor. */
async function loser() {
  const owner = await registered(site)
  await addSecondFactor(site, owner.login, Date.now() + ahead)
  return owner
}

async function factorOf(id: string) {
  const { rows } = await site.appDb.client.execute({
    sql: `select totp_secret is not null totp, (select count(*) from recovery_codes where user_id = users.id) codes
      from users where id = ?`,
    args: [id],
  })
  return { ...rows[0] }
}

test('a second administrator approves; factor, sessions and tokens go, and setup follows', async () => {
  const { id, login } = await loser()
  const { visitor, cookie } = await signedInAgain(login, id)
  const person = { id, token: cookie, cookie: `__Host-sid=${cookie}` }
  const token = await tokenOf(site, person, { scopes: ['account:read'], now: Date.now() + ahead })
  expect(await opens(token)).toBe(200)
  expect((await send(first, id, '')).location).toBe(`/en/admin/users/${id}?done=factor-requested`)
  expect((await page(second, '/en/admin/users')).html).toContain(`${login}</a> — asked by First`)
  expect((await shown(first, id)).requestedAt).toBe('')
  expect((await send(second, id, '/approval', await shown(second, id))).location).toEndWith('?done=factor-replaced')
  expect(await factorOf(id)).toEqual({ totp: 0, codes: 0 })
  expect(await isGood(site, cookie)).toBe(false)
  expect(await opens(token)).toBe(401)
  const again = await visitor.post('/en/login', { login, password })
  expect(again.location).toBe('/en/account/second-factor?next=%2Fen%2Fapp')
  const acts = (await auditOf(site, login)).map(({ act, actor_login }) => [act, actor_login])
  expect(acts).toContainEqual(['user.factor-request', 'First'])
  expect(acts).toContainEqual(['user.factor-approve', 'Second'])
  expect((await page(second, '/en/admin/users')).html).not.toContain(`${login}</a> — asked by`)
})

async function opens(token: string): Promise<number> {
  return (await site.app.request('/api/auth/tokens', { headers: { authorization: `Bearer ${token}` } })).status
}

/** Opens a session in a new browser for a user whose sessions ended with their new second factor. */
async function signedInAgain(login: string, userId: string) {
  const now = Date.now() + ahead
  const session = newSession(site.appDb, { userId, now, address: '10.0.0.1', userAgent: login })
  await site.appDb.writeBatch([session.statement])
  expect(await isGood(site, session.token)).toBe(true)
  return { visitor: createVisitor(site), cookie: session.token }
}

test('nobody approves their own request, or one for themselves', async () => {
  const { id } = await loser()
  await send(first, id, '')
  const own = await send(first, id, '/approval', await shown(second, id))
  expect(own.status).toBe(409)
  expect(own.html).toContain('You cannot approve your own request')
  const self = first?.user.id ?? ''
  expect((await send(first, self, '')).status).toBe(409)
  await send(second, self, '')
  expect((await send(first, self, '/approval', await requestOf(self))).status).toBe(409)
  expect((await send(first, self, '/withdrawal')).status).toBe(409)
  expect([await factorOf(id), await factorOf(self)]).toEqual([
    { totp: 1, codes: 10 },
    { totp: 1, codes: 10 },
  ])
  await send(second, self, '/withdrawal')
})

async function requestOf(userId: string) {
  const sql = 'select requested_at from factor_replacements where user_id = ?'
  return { requestedAt: String((await site.appDb.client.execute({ sql, args: [userId] })).rows[0]?.requested_at) }
}

test('a request ends after a day, when withdrawn, or when another replaces it', async () => {
  const { id } = await loser()
  await send(first, id, '')
  const old = await shown(second, id)
  ahead += 24 * hour
  expect((await send(second, id, '/approval', old)).status).toBe(409)
  await send(first, id, '')
  expect((await send(second, id, '/approval', old)).status).toBe(409)
  const current = await shown(second, id)
  expect((await send(second, id, '/withdrawal')).location).toEndWith('?done=factor-withdrawn')
  expect((await send(second, id, '/approval', current)).status).toBe(409)
  expect(await factorOf(id)).toEqual({ totp: 1, codes: 10 })
})

test('concurrent approvals count once, and a second request changes nothing', async () => {
  const third = await makeAdministrator(site.appDb, newLogin())
  const { id, login } = await loser()
  await send(first, id, '')
  expect((await send(third, id, '')).location).toEndWith('?done=unchanged')
  const form = await shown(second, id)
  const answers = await Promise.all([second, third].map((by) => send(by, id, '/approval', form)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
  const approvals = (await auditOf(site, login)).filter(({ act }) => act === 'user.factor-approve')
  expect(approvals).toHaveLength(1)
})

test('a request by a former administrator cannot be approved', async () => {
  const gone = await makeAdministrator(site.appDb, newLogin())
  const { id } = await loser()
  await send(gone, id, '')
  const asked = await shown(second, id)
  await site.appDb.client.execute({ sql: "update users set role = 'user' where id = ?", args: [gone.user.id] })
  expect((await send(second, id, '/approval', asked)).status).toBe(409)
  expect(await factorOf(id)).toEqual({ totp: 1, codes: 10 })
})

test('users without a second factor cannot be requested for', async () => {
  const { id } = await registered(site)
  expect((await send(first, id, '')).status).toBe(409)
  expect((await page(first, `/en/admin/users/${id}`)).html).not.toContain('Request a reset')
})

test('a request by a former administrator does not block a new one', async () => {
  const { id, login } = await loser()
  const gone = await makeAdministrator(site.appDb, newLogin())
  await send(gone, id, '')
  expect((await page(second, '/en/admin/users')).html).toContain(`${login}</a> — asked by ${gone.user.login}`)
  await site.appDb.client.execute({ sql: "update users set role = 'user' where id = ?", args: [gone.user.id] })
  expect((await page(second, '/en/admin/users')).html).not.toContain(`${login}</a> — asked by`)
  expect((await shown(second, id)).requestedAt).toBe('')
  expect((await send(first, id, '')).location).toEndWith('?done=factor-requested')
  expect((await send(second, id, '/approval', await shown(second, id))).location).toEndWith('?done=factor-replaced')
})

test('an administrator of less than a week neither requests nor approves', async () => {
  const { id } = await loser()
  const made = await promoted()
  const asked = await send(made, id, '')
  expect(asked.status).toBe(409)
  expect(asked.html).toContain('became an administrator less than a week ago')
  await send(first, id, '')
  expect((await send(made, id, '/approval', await shown(second, id))).status).toBe(409)
  expect(await factorOf(id)).toEqual({ totp: 1, codes: 10 })
  await send(first, id, '/withdrawal')
  ahead += 7 * 24 * hour
  expect((await send(made, id, '')).location).toEndWith('?done=factor-requested')
  expect((await send(first, id, '/approval', await shown(first, id))).location).toEndWith('?done=factor-replaced')
})

test('a requester who was promoted again since counts as a new administrator', async () => {
  const { id } = await loser()
  const made = await promoted()
  ahead += 7 * 24 * hour
  await send(made, id, '')
  const form = await shown(second, id)
  await giveRole(made, 'user')
  await giveRole(made, 'admin')
  expect((await send(second, id, '/approval', form)).status).toBe(409)
  expect(await factorOf(id)).toEqual({ totp: 1, codes: 10 })
})

/** Creates an administrator whom the first one has promoted and who has signed in again since. */
async function promoted(): Promise<Administrator> {
  const person = await makeAdministrator(site.appDb, newLogin())
  await site.appDb.client.execute({ sql: `update users set role = 'user' where id = ?`, args: [person.user.id] })
  await giveRole(person, 'admin')
  const { cookie } = await signedInAgain(person.user.login, person.user.id)
  return { ...person, cookie: `__Host-sid=${cookie}` }
}

async function giveRole({ user }: Administrator, role: 'admin' | 'user') {
  const sql = 'select version from users where id = ?'
  const { rows } = await site.appDb.client.execute({ sql, args: [user.id] })
  const given = await send(first, user.id, '/role', { version: String(rows[0]?.version), role })
  expect(given.location).toContain('done=role')
}
