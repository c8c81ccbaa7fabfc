import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { addSecondFactor, auditOf, password, registered, signIn } from '../../../tests/asvs-people.ts'
import { send } from '../../../tests/sender.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { codeNow } from '../../../tests/totp-code.ts'

/* Tests the second step of a sign-in: its lifetime, its limit of wrong codes, and single use of codes. */

setDefaultTimeout(60_000)

const second = 1000
const minute = 60 * second
let site: TestSite
/** Time at the start of a half minute, because codes change every 30 s */
let now = Date.UTC(2026, 10, 22, 9)
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

/** Creates a user with a second factor and a browser that the account knows; the user is signed out. */
async function owner() {
  const { login } = await registered(site)
  const { key, recoveryCodes } = await addSecondFactor(site, login, now)
  const { visitor } = await signIn(site, login)
  const enter = async (code: string) => (await visitor.post('/en/login', { code })).status
  expect(await enter(recoveryCodes[9] ?? '')).toBe(303)
  await visitor.post('/api/auth/logout', {})
  const begin = async () => {
    await visitor.post('/en/login', { login, password })
    return visitor.cookie('pending')
  }
  return { login, key, recoveryCodes, visitor, enter, begin }
}

test('the pending sign-in is valid for five minutes', async () => {
  const { enter, begin, recoveryCodes } = await owner()
  await begin()
  now += 5 * minute
  expect(await enter(recoveryCodes[0] ?? '')).toBe(401)
  await begin()
  now += 5 * minute - 1
  expect(await enter(recoveryCodes[0] ?? '')).toBe(303)
})

test('it is valid once, even with another correct code', async () => {
  const { begin, recoveryCodes } = await owner()
  const pending = await begin()
  expect(pending).toEqual(expect.any(String))
  expect(await post(pending, recoveryCodes[0])).toBe(303)
  expect(await post(pending, recoveryCodes[1])).toBe(401)
})

test('the fifth wrong code ends it, the fourth does not', async () => {
  const { key, enter, begin, login } = await owner()
  await begin()
  for (let tries = 0; tries < 4; tries++) expect(await enter('000000')).toBe(401)
  expect((await auditOf(site, login))[0]).toMatchObject({ act: 'session.sign-in', is_success: 0, count: 4 })
  expect(await enter(codeNow(key, now))).toBe(303)
  now += 3600 * second
  const other = await owner()
  await other.begin()
  for (let tries = 0; tries < 5; tries++) expect(await other.enter('000000')).toBe(401)
  expect(await other.enter(codeNow(other.key, now))).toBe(401)
  // When the second step is begun again, the same code is accepted.
  await other.begin()
  expect(await other.enter(codeNow(other.key, now))).toBe(303)
})

test('a code is valid in its half minute, the one before and the one after', async () => {
  for (const [off, status] of [
    [-2, 401],
    [-1, 303],
    [0, 303],
    [1, 303],
    [2, 401],
  ] as const) {
    const { key, enter, begin } = await owner()
    await begin()
    expect([off, await enter(codeNow(key, now + off * 30 * second))]).toEqual([off, status])
  }
})

test('a code may contain spaces; malformed codes are wrong', async () => {
  const { key, enter, begin, login } = await owner()
  await begin()
  for (const code of ['1', '-', '----', '1234567', '000000']) expect(await enter(code)).toBe(401)
  await begin()
  expect(await enter(codeNow(key, now).replace(/^(...)/, ' $1 '))).toBe(303)
  expect((await auditOf(site, login)).filter(({ is_success }) => is_success === 0)).not.toHaveLength(0)
})

test('a pending second step fails once the second factor is turned off', async () => {
  const { login, enter, begin, recoveryCodes } = await owner()
  await begin()
  await site.appDb.client.execute({ sql: 'update users set totp_secret = null where login = ?', args: [login] })
  expect(await enter(recoveryCodes[0] ?? '')).toBe(401)
})

test('a user banned between the two steps is refused', async () => {
  const { login, enter, begin, recoveryCodes } = await owner()
  expect(await begin()).toHaveLength(43)
  await site.appDb.client.execute({ sql: "update users set status = 'banned' where login = ?", args: [login] })
  expect(await enter(recoveryCodes[0] ?? '')).toBe(401)
  await site.appDb.client.execute({ sql: "update users set status = 'active' where login = ?", args: [login] })
  await begin()
  expect(await enter(recoveryCodes[0] ?? '')).toBe(303)
})

test('API clients send the code with the password', async () => {
  const { login, key } = await owner()
  const ask = async (more: object) =>
    (await send(site, '/api/auth/login', { json: { login, password, ...more } })).status
  expect(await ask({})).toBe(401)
  expect(await ask({ totp: '000000' })).toBe(401)
  expect(await ask({ totp: codeNow(key, now) })).toBe(200)
  expect(await ask({ totp: codeNow(key, now) })).toBe(401)
})

test('correct codes use up no attempts of an unknown device', async () => {
  const { login, key } = await owner()
  for (let times = 0; times < 12; times++) {
    now += minute
    const { status } = await send(site, '/api/auth/login', { json: { login, password, totp: codeNow(key, now) } })
    expect(status).toBe(200)
  }
})

test('there are ten different recovery codes of fifteen letters and digits', async () => {
  const { recoveryCodes } = await owner()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}-[a-z0-9]{5}$/)
})

async function post(pending = '', code = ''): Promise<number> {
  return (await site.as({ cookie: `__Host-pending=${pending}` }).post('/en/login', { code })).status
}
