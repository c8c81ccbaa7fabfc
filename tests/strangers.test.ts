import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { password, registered, userOf } from './asvs-people.ts'
import { send } from './sender.ts'
import { createTestSite, type TestSite } from './site.ts'
import { standingClock, strangersAt } from './stranger-tries.ts'
import { codeNow } from './totp-code.ts'
import { cookieOf, createVisitor } from './visitor.ts'

/* Tests the harm that strangers who attack an account can do to its owner. */

setDefaultTimeout(60_000)

const minute = 60_000
const hour = 60 * minute
let site: TestSite
const clock = standingClock()
const { newNetwork, tryJson, guess, owner } = strangersAt(() => site, clock)
beforeAll(async () => {
  site = await createTestSite({ now: clock.now })
})
afterAll(() => site.close())

/**
 * Solves the proof of work with native hashes, like the search of `work.browser.ts`: for 18 bits, the browser's own
 * code takes seconds.
 */
function nonceOf(before: string, bits: number): string {
  const hash = new Uint8Array(32)
  const head = new DataView(hash.buffer)
  for (let nonce = 0; ; nonce++) {
    Bun.SHA256.hash(before + nonce, hash)
    if (head.getUint32(0) >>> (32 - bits) === 0) return String(nonce)
  }
}

describe('while four networks guess for two hours', () => {
  let login = ''
  let statuses: number[] = []
  beforeAll(async () => {
    login = (await registered(site)).login
    statuses = await guess(login, Array.from({ length: 4 }, newNetwork), 720)
  })

  test('the owner can sign in normally from a fifth network', async () => {
    expect((await tryJson(login, password, newNetwork())).status).toBe(200)
    await guess(login, Array.from({ length: 4 }, newNetwork), 12)
    expect((await createVisitor(site).post('/en/login', { login, password })).status).toBe(303)
    // Two typos do not make a network suspicious.
    const elsewhere = newNetwork()
    expect(await guess(login, [elsewhere], 2)).toEqual([401, 401])
    expect((await tryJson(login, password, elsewhere)).status).toBe(200)
  })

  test('few of their attempts are checked', () => {
    const heard = statuses.filter((status) => status === 401).length
    expect(statuses.filter((status) => ![401, 429].includes(status))).toEqual([])
    // Max number of answered guesses: three per network, ten more at once, and one more every thirty seconds.
    expect(heard).toBeLessThanOrEqual(4 * 3 + 10 + 240)
  })
})

test('while many networks guess, a new visitor solves a proof of work and is let in', async () => {
  const { login } = await registered(site)
  for (let at = 0; at < 40; at++) await tryJson(login, `guess ${at}`, newNetwork())
  const address = newNetwork()
  const refused = await tryJson(login, password, address)
  const { work } = await refused.json()
  expect([refused.status, work.bits]).toEqual([429, 18])
  const nonce = nonceOf(`${work.challenge}\n${password}\n`, work.bits)
  const answer = `${work.challenge}:${nonce}`
  expect((await tryJson(login, password, newNetwork(), { work: answer })).status).toBe(429)
  expect((await tryJson(login, password, address, { work: answer })).status).toBe(200)
})

describe('wrong codes of the second factor', () => {
  const wrong = (at: number) => String(at).padStart(6, '0')

  test('are limited to ten an hour per account from unknown devices, whatever their addresses', async () => {
    const { login } = await owner()
    const times: number[] = []
    const began = clock.now()
    for (let at = 0; at < 60; at++) {
      const { status } = await tryJson(login, password, newNetwork(), { totp: wrong(at) })
      if (status === 401) times.push(clock.now())
      clock.wait(1000)
    }
    while (clock.now() < began + 2 * hour) {
      const stranger = createVisitor(site)
      await stranger.post('/en/login', { login, password })
      for (let tries = 0; tries < 3; tries++) {
        if ((await stranger.post('/en/login', { code: wrong(tries) })).status === 401) times.push(clock.now())
      }
      clock.wait(4 * minute)
    }
    expect(times.length).toBeGreaterThan(10)
    for (const time of times) {
      expect(times.filter((other) => other >= time && other < time + hour).length).toBeLessThanOrEqual(10)
    }
  })

  test('sent at the same time count too', async () => {
    const { login } = await owner()
    const tries = Array.from({ length: 60 }, (_, at) => tryJson(login, password, newNetwork(), { totp: wrong(at) }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  })

  test('block the owner neither on a known device nor with a recovery code', async () => {
    const { login, key, known, recoveryCodes } = await owner()
    for (let at = 0; at < 20; at++) await tryJson(login, password, newNetwork(), { totp: wrong(at) })
    expect((await tryJson(login, password, newNetwork(), { totp: codeNow(key, clock.now()) })).status).toBe(429)
    expect((await tryJson(login, password, newNetwork(), { totp: recoveryCodes[0] })).status).toBe(200)
    await known.post('/en/login', { login, password })
    expect((await known.post('/en/login', { code: codeNow(key, clock.now()) })).status).toBe(303)
  })

  test('are limited on a known device too', async () => {
    const { login, known } = await owner()
    let wrongOnes = 0
    for (let at = 0; at < 40; at++) {
      if (at % 4 === 0) await known.post('/en/login?restart=1', { login, password })
      if ((await known.post('/en/login', { code: wrong(at) })).status === 401) wrongOnes++
      clock.wait(10_000)
    }
    expect(wrongOnes).toBeLessThanOrEqual(14)
  })
})

describe('the storage that strangers can fill', () => {
  const rows = async (table: string, id: string) => {
    const { rows } = await site.appDb.client.execute({
      sql: `select count(*) as n from ${table} where user_id = ?`,
      args: [id],
    })
    return Number(rows[0]?.n)
  }

  test('is one row per account, and none for unknown logins', async () => {
    const { login, id } = await registered(site)
    const count = async () =>
      Number((await site.appDb.client.execute('select count(*) n from account_warnings')).rows[0]?.n)
    const before = await count()
    await guess(login, Array.from({ length: 10 }, newNetwork), 30)
    await guess('nobody-with-this-login', Array.from({ length: 10 }, newNetwork), 30)
    expect([await rows('account_warnings', id), (await count()) - before]).toEqual([1, 1])
  })

  test('is sixteen audit entries a minute for bad passkeys from any number of networks', async () => {
    const count = async () => Number((await site.appDb.client.execute('select count(*) n from audit_log')).rows[0]?.n)
    const asked = await send(site, '/api/auth/passkey-challenge', { json: { use: 'sign-in' } })
    const { token } = await asked.json()
    const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
    const answer = JSON.stringify({
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
    const before = await count()
    for (let tries = 0; tries < 200; tries++) {
      const refused = await send(site, '/login/passkey', {
        form: { token, answer },
        address: newNetwork(),
        headers: { cookie: cookieOf(asked, 'passkey') },
      })
      expect(refused.status).toBe(401)
    }
    expect((await count()) - before).toBeWithin(1, 17)
  })

  test('is twenty devices per account: the one unused for longest is removed', async () => {
    const { login, id } = await registered(site)
    for (let at = 0; at < 25; at++) {
      clock.wait(minute)
      expect((await tryJson(login, password, newNetwork())).status).toBe(200)
    }
    expect(await rows('devices', id)).toBe(20)
  })
})

test('a device is known only to its account, by a cookie that nobody can forge', async () => {
  const { login, visitor } = await registered(site)
  const other = await registered(site)
  const networks = Array.from({ length: 4 }, newNetwork)
  await guess(login, networks, 40)
  const from = (device: string | undefined) =>
    send(site, '/api/auth/login', {
      json: { login, password: 'guess' },
      address: networks[0] ?? '',
      headers: { cookie: `__Host-device=${device}` },
    })
  expect((await from(visitor.cookie('device'))).status).toBe(401)
  const [id = ''] = visitor.cookie('device')?.split('.') ?? []
  for (const strange of [other.visitor.cookie('device'), `${id}.x`, id, 'x', '']) {
    expect((await from(strange)).status).toBe(429)
  }
})

test('ending all sessions of a user also removes their known devices', async () => {
  const { login, visitor } = await registered(site)
  const other = createVisitor(site)
  await other.post('/en/login', { login, password })
  await visitor.post('/en/account/password', { current: password, wanted: 'другой корабль 8' })
  const { id } = await userOf(site, login)
  const { rows } = await site.appDb.client.execute({ sql: 'select hash from devices where user_id = ?', args: [id] })
  expect(rows).toHaveLength(1)
})

test('one browser can be a known device of several accounts', async () => {
  const [one, two] = [await registered(site), await registered(site)]
  const answer = await send(site, '/api/auth/login', {
    json: { login: two.login, password },
    headers: { cookie: `__Host-device=${one.visitor.cookie('device')}` },
  })
  expect(cookieOf(answer, 'device')).toBe(`__Host-device=${one.visitor.cookie('device')}`)
})
