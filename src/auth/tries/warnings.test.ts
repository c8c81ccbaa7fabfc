import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { addSecondFactor, password, registered } from '../../../tests/asvs-people.ts'
import { send } from '../../../tests/sender.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { codeNow } from '../../../tests/totp-code.ts'

/* Tests the thresholds of the warnings about wrong passwords and codes, and the limit of codes for strangers. */

setDefaultTimeout(60_000)

const minute = 60_000
let site: TestSite
let now = Date.UTC(2026, 10, 22, 9)
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

const tryOnce = (login: string, more: object) => send(site, '/api/auth/login', { json: { login, password, ...more } })

async function warningOf(id: string) {
  const sql = 'select wrong_passwords, wrong_codes, since, last_at from account_warnings where user_id = ?'
  const { rows } = await site.appDb.client.execute({ sql, args: [id] })
  return { ...rows[0] }
}

test('five wrong passwords cause a warning; four do not, and a sign-in resets them', async () => {
  const { id, login, visitor } = await registered(site)
  const isWarned = async () => (await visitor.read('/en/app')).includes('data-warnings')
  const page = async () => await visitor.read('/en/account/sessions')
  const began = now
  for (let tries = 0; tries < 4; tries++) {
    expect((await tryOnce(login, { password: 'guess' })).status).toBe(401)
    now += 1000
  }
  expect(await warningOf(id)).toEqual({ wrong_passwords: 4, wrong_codes: 0, since: began, last_at: now - 1000 })
  expect(await isWarned()).toBe(false)
  expect(await page()).not.toContain('wrong passwords')
  await visitor.post('/api/auth/logout', {})
  await visitor.post('/en/login', { login, password })
  expect(await warningOf(id)).toMatchObject({ wrong_passwords: 0, since: null })
  for (let tries = 0; tries < 5; tries++) await tryOnce(login, { password: 'guess' })
  expect([await isWarned(), (await page()).includes('5 wrong passwords')]).toEqual([true, true])
  // The page shows no warning about other events, and no warning bar that links to the page itself.
  expect(await page()).not.toMatch(/wrong codes|New sign-in|End its session|data-warnings/)
  // A sign-in does not remove the warning; dismissing it does.
  await visitor.post('/api/auth/logout', {})
  await visitor.post('/en/login', { login, password })
  expect(await isWarned()).toBe(true)
  await visitor.post('/en/account/warnings', {})
  expect(await isWarned()).toBe(false)
  expect(await warningOf(id)).toEqual({ wrong_passwords: 0, wrong_codes: 0, since: null, last_at: null })
})

test('three wrong codes cause a warning, two do not', async () => {
  const { id, login } = await registered(site)
  const { recoveryCodes } = await addSecondFactor(site, login, now)
  for (let tries = 0; tries < 2; tries++) await tryOnce(login, { totp: '000000' })
  expect(await warningOf(id)).toMatchObject({ wrong_passwords: 0, wrong_codes: 2 })
  await tryOnce(login, { totp: recoveryCodes[0] })
  expect(await warningOf(id)).toMatchObject({ wrong_codes: 0 })
  for (let tries = 0; tries < 3; tries++) await tryOnce(login, { totp: '000000' })
  await tryOnce(login, { totp: recoveryCodes[1] })
  expect(await warningOf(id)).toMatchObject({ wrong_codes: 3 })
})

test('strangers have five codes per account, one more every 12 minutes; right ones return', async () => {
  const { login } = await registered(site)
  const { key } = await addSecondFactor(site, login, now)
  const heard = async (totp: string) => {
    const { status, headers } = await tryOnce(login, { totp })
    return [status, Number(headers.get('retry-after'))]
  }
  for (let tries = 0; tries < 4; tries++) expect(await heard('000000')).toEqual([401, 0])
  expect(await heard(codeNow(key, now))).toEqual([200, 0])
  expect(await heard('000000')).toEqual([401, 0])
  expect(await heard('000000')).toEqual([429, 720])
  now += 12 * minute - 1
  expect(await heard('000000')).toEqual([429, 1])
  now += 1
  expect([await heard('000000'), await heard('000000')]).toEqual([
    [401, 0],
    [429, 720],
  ])
})
