import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { password, registered } from './asvs-people.ts'
import { createTestSite, type TestSite } from './site.ts'
import { standingClock, strangersAt } from './stranger-tries.ts'
import { codeNow } from './totp-code.ts'
import { type CookieVisitor, createVisitor } from './visitor.ts'

/* Tests of warnings to account owners about actions of strangers, and who can dismiss the warnings. */

setDefaultTimeout(60_000)

const minute = 60_000
const day = 24 * 60 * minute
let site: TestSite
const clock = standingClock()
const { newNetwork, tryJson, guess, owner } = strangersAt(() => site, clock)
beforeAll(async () => {
  site = await createTestSite({ now: clock.now })
})
afterAll(() => site.close())

const told = async (visitor: CookieVisitor) => (await visitor.read('/en/app')).includes('data-warnings')

test('the owner is warned at the next sign-in of wrong passwords and codes until dismissed', async () => {
  const { login, key, known } = await owner()
  await guess(login, Array.from({ length: 4 }, newNetwork), 12)
  for (let at = 0; at < 4; at++) await tryJson(login, password, newNetwork(), { totp: `00000${at}` })
  clock.wait(7 * day)
  await known.post('/en/login', { login, password })
  await known.post('/en/login', { code: codeNow(key, clock.now()) })
  expect(await told(known)).toBe(true)
  const { html } = await known.get('/en/account/sessions')
  expect(html).toContain('12 wrong passwords')
  expect(html).toContain('4 wrong codes')
  expect((await known.post('/en/account/warnings', {})).location).toBe('/en/account/sessions')
  expect(await told(known)).toBe(false)
})

test('the owner is not warned of their own typos', async () => {
  const { login } = await registered(site)
  const visitor = createVisitor(site)
  for (const word of ['mistyped', 'mistyped again']) await visitor.post('/en/login', { login, password: word })
  await visitor.post('/en/login', { login, password })
  expect(await told(visitor)).toBe(false)
})

test('the owner is warned on other devices of a sign-in from a new one, which cannot dismiss it', async () => {
  const { login, visitor: first } = await registered(site)
  const second = createVisitor(site)
  await second.post('/en/login', { login, password }, { 'user-agent': 'Chrome/140.0 Linux' })
  expect([await told(first), await told(second)]).toEqual([true, false])
  const { html } = await first.get('/en/account/sessions')
  expect(html).toMatch(/New sign-in.*Chrome on Linux.*end its session/s)
  expect(html).not.toMatch(/Failed attempts|wrong passwords|None of them succeeded/)
  await second.post('/en/account/warnings', {})
  expect(await told(first)).toBe(true)
  await first.post('/en/account/warnings', {})
  expect(await told(first)).toBe(false)
  // A repeated sign-in with the same browser causes no warning.
  await second.post('/api/auth/logout', {})
  await second.post('/en/login', { login, password })
  expect(await told(first)).toBe(false)
})

const newDevice = async (login: string) => {
  clock.wait(minute)
  const visitor = createVisitor(site)
  expect((await visitor.post('/en/login', { login, password })).status).toBe(303)
  return visitor
}
const seen = (visitor: CookieVisitor) => visitor.post('/en/account/warnings', {})

test('the owner is warned of two new devices, which cannot dismiss each other’s warning', async () => {
  const { login, visitor } = await registered(site)
  const strange = [await newDevice(login), await newDevice(login)] as const
  for (const one of strange) await seen(one)
  expect([await told(strange[0]), await told(strange[1])]).toEqual([false, false])
  expect(await told(visitor)).toBe(true)
  // The warning stays however long the new devices stay signed in.
  for (let days = 0; days < 9; days += 3) {
    clock.wait(3 * day)
    for (const one of strange) await one.post('/en/login', { login, password })
    for (const one of strange) await seen(one)
  }
  await visitor.post('/en/login', { login, password })
  expect(await told(visitor)).toBe(true)
  expect(await told(await newDevice(login))).toBe(true)
  await seen(visitor)
  expect([await told(visitor), await told(await newDevice(login))]).toEqual([false, false])
})

test('a new device dismisses the warning of wrong passwords only for itself', async () => {
  const { login, visitor } = await registered(site)
  await guess(login, Array.from({ length: 4 }, newNetwork), 12)
  const strange = await newDevice(login)
  expect((await strange.get('/en/account/sessions')).html).toContain('12 wrong passwords')
  clock.wait(8 * day)
  for (const one of [strange, visitor]) await one.post('/en/login', { login, password })
  // Makes one more attempt at the same moment as the sign-ins
  await tryJson(login, 'guess', newNetwork())
  await seen(strange)
  expect([await told(strange), await told(visitor)]).toEqual([false, true])
  expect((await strange.get('/en/account/sessions')).html).not.toContain('wrong passwords')
  expect(await visitor.read('/en/account/sessions')).toContain('13 wrong passwords')
  clock.wait(minute)
  await guess(login, [newNetwork()], 1)
  expect(await told(strange)).toBe(true)
})

test('a new device is still reported after ending all sessions and being confirmed by another', async () => {
  const { login, visitor } = await registered(site)
  const strange = await newDevice(login)
  await strange.post('/en/account/sessions', { session: 'others' })
  const another = await newDevice(login)
  await seen(strange)
  await seen(another)
  clock.wait(8 * day)
  for (const one of [visitor, strange, another]) await one.post('/en/login', { login, password })
  for (const one of [strange, another]) await seen(one)
  expect(await told(visitor)).toBe(true)
})

test('many new devices cannot push out the warning of the first one', async () => {
  const { login, visitor } = await registered(site)
  const strange: CookieVisitor[] = []
  for (let at = 0; at < 21; at++) strange.push(await newDevice(login))
  for (const one of strange) await seen(one)
  expect(await told(visitor)).toBe(true)
})

test('the only remaining device is warned and can dismiss the warning', async () => {
  const { login } = await registered(site)
  const fresh = await newDevice(login)
  await fresh.post('/en/account/sessions', { session: 'others' })
  await guess(login, Array.from({ length: 4 }, newNetwork), 12)
  expect(await told(fresh)).toBe(true)
  await seen(fresh)
  expect(await told(fresh)).toBe(false)
})
