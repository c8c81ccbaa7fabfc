import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { findNonce } from '../src/account/work.browser.ts'
import { codeNow } from '../src/auth/second-factor/totp.ts'
import { addSecondFactor, password, registered, userOf } from './asvs-people.ts'
import { createVisitor, type FormVisitor } from './form-visitor.ts'
import { cookieOf, send } from './sender.ts'
import { createTestSite, type TestSite } from './site.ts'

/* What strangers who try somebody else's account can do to its owner, and what the owner learns of it. */

setDefaultTimeout(600_000)

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
let site: TestSite
/** The site's clock stands still but for this, ms */
let ahead = 0
const start = Date.now()
const now = () => start + ahead
beforeAll(async () => {
  site = await createTestSite({ now })
})
afterAll(() => site.close())

let networks = 0
const newNetwork = () => `198.${18 + (++networks >> 16)}.${(networks >> 8) & 255}.${networks & 255}`

const tryJson = (login: string, word: string, address: string, more: object = {}) =>
  send(site, '/api/auth/login', { json: { login, password: word, ...more }, address })

/** Wrong passwords from some networks, one after the other, ten seconds between two. @returns the statuses */
async function guess(login: string, from: string[], tries: number): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < tries; at++) {
    statuses.push((await tryJson(login, `guess ${at}`, from[at % from.length] ?? '')).status)
    ahead += 10 * second
  }
  return statuses
}

describe('while four networks guess for two hours', () => {
  let login = ''
  let statuses: number[] = []
  beforeAll(async () => {
    login = (await registered(site)).login
    statuses = await guess(login, Array.from({ length: 4 }, newNetwork), 720)
  })

  test('the owner is let in from a fifth by an ordinary sign-in', async () => {
    expect((await tryJson(login, password, newNetwork())).status).toBe(200)
    await guess(login, Array.from({ length: 4 }, newNetwork), 12)
    expect((await createVisitor(site).send('/en/login', { login, password })).status).toBe(303)
    // Who mistypes it twice is no stranger yet.
    const elsewhere = newNetwork()
    expect(await guess(login, [elsewhere], 2)).toEqual([401, 401])
    expect((await tryJson(login, password, elsewhere)).status).toBe(200)
  })

  test('few of their tries are heard', () => {
    const heard = statuses.filter((status) => status === 401).length
    expect(statuses.filter((status) => ![401, 429].includes(status))).toEqual([])
    // Three of each network, ten more at once, and one more every thirty seconds.
    expect(heard).toBeLessThanOrEqual(4 * 3 + 10 + 240)
  })
})

/** Somebody with a second factor and a browser in which they have signed in. */
async function owner() {
  const { login, id } = await registered(site)
  const { key, recoveryCodes } = await addSecondFactor(site, login, now())
  const known = createVisitor(site)
  await known.send('/en/login', { login, password })
  expect((await known.send('/en/login', { code: codeNow(key, now()) })).status).toBe(303)
  await known.send('/api/auth/logout', {})
  // Each code is good once.
  ahead += minute
  return { login, id, key, recoveryCodes, known }
}

test('who comes while very many networks guess works for a try, and is let in', async () => {
  const { login } = await registered(site)
  for (let at = 0; at < 40; at++) await tryJson(login, `guess ${at}`, newNetwork())
  const address = newNetwork()
  const refused = await tryJson(login, password, address)
  const { work } = await refused.json()
  expect([refused.status, work.bits]).toEqual([429, 18])
  const nonce = await findNonce(`${work.challenge}\n${password}\n`, work.bits)
  const answer = `${work.challenge}:${nonce}`
  expect((await tryJson(login, password, newNetwork(), { work: answer })).status).toBe(429)
  expect((await tryJson(login, password, address, { work: answer })).status).toBe(200)
})

describe('wrong codes of the second factor', () => {
  const wrong = (at: number) => String(at).padStart(6, '0')

  test('are at most ten an account and hour from devices it does not know, however often addresses change', async () => {
    const { login } = await owner()
    const times: number[] = []
    const began = now()
    for (let at = 0; at < 60; at++) {
      const { status } = await tryJson(login, password, newNetwork(), { totp: wrong(at) })
      if (status === 401) times.push(now())
      ahead += second
    }
    while (now() < began + 2 * hour) {
      const stranger = createVisitor(site)
      await stranger.send('/en/login', { login, password })
      for (let tries = 0; tries < 3; tries++) {
        if ((await stranger.send('/en/login', { code: wrong(tries) })).status === 401) times.push(now())
      }
      ahead += 4 * minute
    }
    expect(times.length).toBeGreaterThan(10)
    for (const time of times) {
      expect(times.filter((other) => other >= time && other < time + hour).length).toBeLessThanOrEqual(10)
    }
  })

  test('sent at once count too', async () => {
    const { login } = await owner()
    const tries = Array.from({ length: 60 }, (_, at) => tryJson(login, password, newNetwork(), { totp: wrong(at) }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  })

  test('keep the owner neither from a device of their own nor from a recovery code', async () => {
    const { login, key, known, recoveryCodes } = await owner()
    for (let at = 0; at < 20; at++) await tryJson(login, password, newNetwork(), { totp: wrong(at) })
    expect((await tryJson(login, password, newNetwork(), { totp: codeNow(key, now()) })).status).toBe(429)
    expect((await tryJson(login, password, newNetwork(), { totp: recoveryCodes[0] })).status).toBe(200)
    await known.send('/en/login', { login, password })
    expect((await known.send('/en/login', { code: codeNow(key, now()) })).status).toBe(303)
  })

  test('are limited on a known device as well', async () => {
    const { login, known } = await owner()
    let wrongOnes = 0
    for (let at = 0; at < 40; at++) {
      if (at % 4 === 0) await known.send('/en/login?restart=1', { login, password })
      if ((await known.send('/en/login', { code: wrong(at) })).status === 401) wrongOnes++
      ahead += 10 * second
    }
    expect(wrongOnes).toBeLessThanOrEqual(14)
  })
})

describe('the owner is told', () => {
  const told = async (visitor: FormVisitor) => (await visitor.open('/en/app')).html.includes('data-warnings')

  test('at the next sign-in of wrong passwords and codes, until they have seen it', async () => {
    const { login, key, known } = await owner()
    await guess(login, Array.from({ length: 4 }, newNetwork), 12)
    for (let at = 0; at < 4; at++) await tryJson(login, password, newNetwork(), { totp: `00000${at}` })
    ahead += 7 * day
    await known.send('/en/login', { login, password })
    await known.send('/en/login', { code: codeNow(key, now()) })
    expect(await told(known)).toBe(true)
    const { html } = await known.open('/en/account/sessions')
    expect(html).toContain('12 wrong passwords')
    expect(html).toContain('4 wrong codes')
    expect((await known.send('/en/account/warnings', {})).location).toBe('/en/account/sessions')
    expect(await told(known)).toBe(false)
  })

  test('of nothing when they mistyped it themselves', async () => {
    const { login } = await registered(site)
    const visitor = createVisitor(site)
    for (const word of ['mistyped', 'mistyped again']) await visitor.send('/en/login', { login, password: word })
    await visitor.send('/en/login', { login, password })
    expect(await told(visitor)).toBe(false)
  })

  test('on their other devices of a sign-in from a new one, which cannot say that it was seen', async () => {
    const { login, visitor: first } = await registered(site)
    const second = createVisitor(site)
    await second.send('/en/login', { login, password }, { 'user-agent': 'Chrome/140.0 Linux' })
    expect([await told(first), await told(second)]).toEqual([true, false])
    expect((await first.open('/en/account/sessions')).html).toContain('Chrome, Linux')
    await second.send('/en/account/warnings', {})
    expect(await told(first)).toBe(true)
    await first.send('/en/account/warnings', {})
    expect(await told(first)).toBe(false)
    // The same browser again is none.
    await second.send('/api/auth/logout', {})
    await second.send('/en/login', { login, password })
    expect(await told(first)).toBe(false)
  })

  const newDevice = async (login: string) => {
    ahead += minute
    const visitor = createVisitor(site)
    expect((await visitor.send('/en/login', { login, password })).status).toBe(303)
    return visitor
  }
  const seen = (visitor: FormVisitor) => visitor.send('/en/account/warnings', {})

  test('of two new devices, which cannot silence each other', async () => {
    const { login, visitor } = await registered(site)
    const strange = [await newDevice(login), await newDevice(login)]
    for (const one of strange) await seen(one)
    for (const one of strange) await one.send('/api/auth/logout', {})
    expect(await told(visitor)).toBe(true)
    await seen(visitor)
    expect(await told(visitor)).toBe(false)
  })

  test('of wrong passwords, which a new device cannot dismiss for a week', async () => {
    const { login, visitor } = await registered(site)
    await guess(login, Array.from({ length: 4 }, newNetwork), 12)
    const strange = await newDevice(login)
    const { html } = await strange.open('/en/account/sessions')
    expect([html.includes('12 wrong passwords'), html.includes('/en/account/warnings')]).toEqual([true, false])
    await seen(strange)
    expect((await visitor.open('/en/account/sessions')).html).toContain('12 wrong passwords')
    ahead += 7 * day
    await strange.send('/en/login', { login, password })
    await seen(strange)
    expect(await told(strange)).toBe(false)
  })

  test('of a new device that ended all other sessions and had a second one acknowledge it', async () => {
    const { login, visitor } = await registered(site)
    const strange = await newDevice(login)
    await strange.send('/en/account/sessions', { session: 'others' })
    const another = await newDevice(login)
    await seen(strange)
    await seen(another)
    ahead += minute
    await visitor.send('/en/login', { login, password })
    expect(await told(visitor)).toBe(true)
  })

  test('of many new devices, which cannot push the first one out', async () => {
    const { login, visitor } = await registered(site)
    const strange: FormVisitor[] = []
    for (let at = 0; at < 21; at++) strange.push(await newDevice(login))
    for (const one of strange) await seen(one)
    expect(await told(visitor)).toBe(true)
  })

  test('by the only device left, which can say that it was seen', async () => {
    const { login } = await registered(site)
    const fresh = await newDevice(login)
    await fresh.send('/en/account/sessions', { session: 'others' })
    await guess(login, Array.from({ length: 4 }, newNetwork), 12)
    expect(await told(fresh)).toBe(true)
    await seen(fresh)
    expect(await told(fresh)).toBe(false)
  })
})

describe('what strangers can make grow', () => {
  const rows = async (table: string, id: string) => {
    const { rows } = await site.appDb.client.execute({
      sql: `select count(*) as n from ${table} where user_id = ?`,
      args: [id],
    })
    return Number(rows[0]?.n)
  }

  test('is one row an account, and none for logins that nobody has', async () => {
    const { login, id } = await registered(site)
    const count = async () =>
      Number((await site.appDb.client.execute('select count(*) n from account_warnings')).rows[0]?.n)
    const before = await count()
    await guess(login, Array.from({ length: 10 }, newNetwork), 30)
    await guess('nobody-with-this-login', Array.from({ length: 10 }, newNetwork), 30)
    expect([await rows('account_warnings', id), (await count()) - before]).toEqual([1, 1])
  })

  test('is twenty devices an account: the one that was not seen for longest goes', async () => {
    const { login, id } = await registered(site)
    for (let at = 0; at < 25; at++) {
      ahead += minute
      expect((await tryJson(login, password, newNetwork())).status).toBe(200)
    }
    expect(await rows('devices', id)).toBe(20)
  })
})

test('a device is known to the account it signed in to, by a cookie that nobody else can write', async () => {
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

test('what ends all sessions of somebody forgets their devices too', async () => {
  const { login, visitor } = await registered(site)
  const other = createVisitor(site)
  await other.send('/en/login', { login, password })
  await visitor.send('/en/account/password', { current: password, wanted: 'другой корабль 8' })
  const { id } = await userOf(site, login)
  const { rows } = await site.appDb.client.execute({ sql: 'select hash from devices where user_id = ?', args: [id] })
  expect(rows).toHaveLength(1)
})

test('one browser is known to several accounts', async () => {
  const [one, two] = [await registered(site), await registered(site)]
  const answer = await send(site, '/api/auth/login', {
    json: { login: two.login, password },
    headers: { cookie: `__Host-device=${one.visitor.cookie('device')}` },
  })
  expect(cookieOf(answer, 'device')).toBe(`__Host-device=${one.visitor.cookie('device')}`)
})
