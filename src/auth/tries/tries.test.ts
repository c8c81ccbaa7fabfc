import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { addSecondFactor, password, registered } from '../../../tests/asvs-people.ts'
import { send } from '../../../tests/sender.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { cookieOf } from '../../../tests/visitor.ts'
import { takeCode } from './tries-queries.ts'

/* Tests how many attempts are allowed, and how fast they refill. */

setDefaultTimeout(60_000)

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
let site: TestSite
let now = Date.UTC(2026, 10, 22, 9)
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

let count = 0
const newNetwork = () => `198.51.${++count >> 8}.${count & 255}`
const nobody = () => `nobody-${++count}`

interface Tried {
  status: number
  /** Wait until the next attempt in seconds, from `Retry-After` */
  wait: number
  work: unknown
}

async function tryOnce(login: string, address: string, headers: Record<string, string> = {}): Promise<Tried> {
  const answer = await send(site, '/api/auth/login', { json: { login, password: 'guess' }, address, headers })
  const { work } = await answer.json()
  return { status: answer.status, wait: Number(answer.headers.get('retry-after')), work }
}

/**
 * Repeats attempts until one gets a 429. @returns the number of accepted attempts before it, and its wait in seconds
 */
async function until429(next: () => Promise<Tried>): Promise<[number, number]> {
  for (let heard = 0; heard < 100; heard++) {
    const { status, wait } = await next()
    if (status === 429) return [heard, wait]
  }
  throw new Error('No limit')
}

test('a network has five attempts per login, and one more every 30 seconds', async () => {
  const [login, address] = [nobody(), newNetwork()]
  expect(await until429(() => tryOnce(login, address))).toEqual([5, 30])
  now += 30 * second
  expect(await until429(() => tryOnce(login, address))).toEqual([1, 30])
})

test('a network has thirty attempts for all logins, and one more every four seconds', async () => {
  const address = newNetwork()
  expect(await until429(() => tryOnce(nobody(), address))).toEqual([30, 4])
  now += 4 * second
  expect(await until429(() => tryOnce(nobody(), address))).toEqual([1, 4])
})

test('untried networks share thirty attempts per login, one more a minute, then need work', async () => {
  const login = nobody()
  expect(await until429(() => tryOnce(login, newNetwork()))).toEqual([30, 60])
  const { work } = await tryOnce(login, newNetwork())
  expect(work).toMatchObject({ bits: 18 })
  now += minute
  expect(await until429(() => tryOnce(login, newNetwork()))).toEqual([1, 60])
})

test('a network has three reserved attempts per login and day, then ten shared with others', async () => {
  const login = nobody()
  const networks = Array.from({ length: 6 }, newNetwork)
  const answers: Tried[] = []
  for (const address of networks) {
    for (let tries = 0; tries < 5; tries++) answers.push(await tryOnce(login, address))
  }
  const heard = Array.from({ length: 5 * 5 + 3 }, () => 401)
  expect(answers.map(({ status }) => status)).toEqual([...heard, 429, 429])
  expect(answers.slice(-2).map(({ wait }) => wait)).toEqual([30, 30])
  const other = nobody()
  const address = newNetwork()
  for (let tries = 0; tries < 3; tries++) await tryOnce(other, address)
  now += day - 1
  for (const network of Array.from({ length: 30 }, newNetwork)) await tryOnce(other, network)
  // The pool of untried networks is empty, so this network uses a shared attempt.
  expect((await tryOnce(other, newNetwork())).status).toBe(429)
  expect((await tryOnce(other, address)).status).toBe(401)
  // One day after its first attempt, the network counts as untried again.
  now += 1
  expect((await tryOnce(other, address)).status).toBe(429)
})

test('a known device has ten attempts, and one more every 30 seconds', async () => {
  const { login, visitor } = await registered(site)
  const cookie = `__Host-device=${visitor.cookie('device')}`
  expect(await until429(() => tryOnce(login, newNetwork(), { cookie }))).toEqual([10, 30])
  now += 30 * second
  expect(await until429(() => tryOnce(login, newNetwork(), { cookie }))).toEqual([1, 30])
})

test('a known device has ten codes, and one more every six minutes', async () => {
  const { login } = await registered(site)
  const { recoveryCodes } = await addSecondFactor(site, login, now)
  const first = await send(site, '/api/auth/login', { json: { login, password, totp: recoveryCodes[0] } })
  const cookie = cookieOf(first, 'device')
  expect(cookie).not.toBe('')
  const next = async () => {
    now += 30 * second
    const answer = await send(site, '/api/auth/login', {
      json: { login, password, totp: '000000' },
      headers: { cookie },
    })
    return { status: answer.status, wait: Number(answer.headers.get('retry-after')), work: undefined }
  }
  expect(await until429(next)).toEqual([10, 60])
})

test('reauthentication with both factors on a known device allows as many codes', async () => {
  const { login, visitor } = await registered(site)
  const { recoveryCodes } = await addSecondFactor(site, login, now)
  await visitor.post('/en/login', { login, password })
  await visitor.post('/en/login', { code: recoveryCodes[0] ?? '' })
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries++) {
    now += 30 * second
    statuses.push((await visitor.post('/en/account/confirm', { password, code: '000000' })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})

test('only the first hundred letters of a login count, so longer ones gain no attempts', async () => {
  const address = newNetwork()
  const next = () => tryOnce('x'.repeat(100) + nobody(), address)
  expect(await until429(next)).toEqual([5, 30])
})

test('a network registers five accounts, and one more every ten minutes', async () => {
  const address = newNetwork()
  const next = async () => {
    const answer = await send(site, '/api/auth/register', { json: { login: nobody(), password }, address })
    return { status: answer.status, wait: Number(answer.headers.get('retry-after')), work: undefined }
  }
  // Rejected passwords use up no attempts.
  for (let tries = 0; tries < 6; tries++) {
    const weak = { login: nobody(), password: 'short' }
    expect((await send(site, '/api/auth/register', { json: weak, address })).status).toBe(422)
  }
  expect(await until429(next)).toEqual([5, 600])
  now += 10 * minute
  expect(await until429(next)).toEqual([1, 600])
})

test('a signed-in user has five password checks, and one more every 30 seconds', async () => {
  const { visitor } = await registered(site)
  const ask = async () => (await visitor.post('/en/account/confirm', { password: 'guess' })).status
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries++) statuses.push(await ask())
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  now += 30 * second - 1
  expect(await ask()).toBe(429)
  now += 1
  expect(await ask()).toBe(401)
})

test('the second step counts as an attempt of its network', async () => {
  const [address, headers] = [newNetwork(), { cookie: '__Host-pending=forged' }]
  const statuses: number[] = []
  for (let tries = 0; tries < 31; tries++) {
    statuses.push((await send(site, '/en/login', { form: { code: '000000' }, address, headers })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
})

test('setting the clock back locks nobody out for the length of the step', async () => {
  const [login, address] = [nobody(), newNetwork()]
  const right = now
  now += 30 * day
  expect((await tryOnce(login, address)).status).toBe(401)
  now = right
  // Waits for each limit of the network, one after the other
  for (let { wait } = await tryOnce(login, address); wait > 0; { wait } = await tryOnce(login, address)) {
    now += wait * second
    expect(now - right).toBeLessThan(minute)
  }
})

test('setting the clock back leaves owners their codes on new devices', async () => {
  const { id } = await registered(site)
  const hour = 60 * minute
  expect(await takeCode(site.appDb, id, now + 30 * day)).toBe(0)
  expect(await takeCode(site.appDb, id, now)).toBe(0)
  // A corrected clock does not refill the bucket: the next attempt comes at the usual time.
  expect(await takeCode(site.appDb, id, now)).toBe(12 * minute)
  // A machine whose clock is slightly behind gains no attempts.
  expect(await takeCode(site.appDb, id, now - minute)).toBe(13 * minute)
  expect(await takeCode(site.appDb, id, now + hour / 5)).toBe(0)
})
