import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createAuthDeps } from '../src/auth/auth-deps.ts'
import { findUser } from '../src/auth/queries.ts'
import { createPasswords, recommendedCost } from '../src/auth/secrets/password.ts'
import { signIn } from '../src/auth/sign-in/sign-in.ts'
import { makeAdministrator } from './administrator.ts'
import { cheapPasswords } from './password-cost.ts'
import { send as ask, registerByApi, type Sent } from './sender.ts'
import { createTestSite, type TestSite } from './site.ts'
import { addUsers } from './users.ts'

setDefaultTimeout(60_000)

const siteUrl = 'https://kurs.test'
const password = 'корабль лампа 7'
const origin = { address: '10.9.8.7', requestId: 'test', userAgent: 'A test' }
const hour = 60 * 60_000

/** The site's clock. Tests advance it to stay below rate limits, except where a test wants to hit a limit. */
let now = Date.now()
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
  await makeAdministrator(site.appDb, 'Keeper')
})
afterAll(() => site.close())

let count = 0

const send = (path: string, { at = site, ...sent }: Sent & { at?: TestSite } = {}) => ask(at, path, sent)
const open = (path: string, headers: Record<string, string> = {}, at = site) =>
  ask(at, path, { method: 'GET', headers })

describe('an unknown user', () => {
  test('costs as much work as a known one', async () => {
    const checked: [string, string | undefined][] = []
    const { id, login } = await registerByApi(site)
    const hash = (await findUser(site.appDb, id))?.passwordHash ?? undefined
    const [invited = ''] = await addUsers(site.appDb, [{ login: `invited-${++count}` }])
    const deps = createAuthDeps({
      db: site.appDb,
      events: site.events,
      secret: 'x',
      siteUrl,
      isOpen: true,
      passwordCost: cheapPasswords,
    })
    const passwords = createPasswords(cheapPasswords)
    const recording: typeof deps = {
      ...deps,
      passwords: {
        ...passwords,
        check: async (tried, of) => {
          checked.push([tried, of])
          return passwords.check(tried, of)
        },
      },
    }
    const invitedLogin = (await findUser(site.appDb, invited))?.login ?? ''
    for (const tried of [login, 'nobody-at-all', invitedLogin]) {
      expect(await signIn(recording, { ...origin, login: tried, password: 'wrong one' })).toEqual({ status: 'wrong' })
    }
    expect(checked).toEqual([
      ['wrong one', hash],
      ['wrong one', undefined],
      ['wrong one', undefined],
    ])
  })

  test('waits in the same queue: a hash is verified for them too', async () => {
    const passwords = createPasswords(cheapPasswords)
    const made = await passwords.hash(password)
    if (made.status !== 'hashed') throw new Error(made.status)
    for (const hash of [undefined, made.hash]) {
      await passwords.check('wrong one', hash)
      const checks = await Promise.all(Array.from({ length: 70 }, () => passwords.check('wrong one', hash)))
      expect(checks.filter(({ status }) => status === 'busy')).toHaveLength(6)
      expect(checks.filter(({ status }) => status === 'wrong')).toHaveLength(64)
    }
  })
})

/** Returns the whole response except its request ID and date. */
async function wholeAnswer(response: Response, ...logins: string[]): Promise<string> {
  const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
  let text = JSON.stringify([response.status, headers, await response.text()])
  for (const login of logins) text = text.replaceAll(login, 'LOGIN')
  return text
}

describe('the existence and state of an account', () => {
  test('cannot be inferred from sign-in: every response is the same, byte for byte', async () => {
    const known = await registerByApi(site)
    const banned = await registerByApi(site)
    await site.appDb.client.execute({ sql: "update users set status = 'banned' where id = ?", args: [banned.id] })
    const invited = `invited-${++count}`
    await addUsers(site.appDb, [{ login: invited }])
    const logins = [known.login, banned.login, invited, 'Keeper', 'nobody-here', 'no login at all!', known.id]
    const wrong = 'не тот пароль'
    const ways = [
      (login: string) => send('/api/auth/login', { json: { login, password: wrong } }),
      (login: string) => send('/api/auth/login', { json: { login, password: wrong, totp: '000000' } }),
      (login: string) => send('/api/auth/login', { form: { login, password: wrong } }),
      (login: string) => send('/en/login', { form: { login, password: wrong } }),
      (login: string) => send('/login?next=%2Faccount', { form: { login, password: wrong } }),
    ]
    for (const way of ways) {
      const answers = new Set<string>()
      for (const login of logins) {
        now += hour
        answers.add(await wholeAnswer(await way(login), login))
      }
      expect([...answers]).toHaveLength(1)
    }
  })

  test('cannot be inferred from rate limits', async () => {
    const { login } = await registerByApi(site)
    const statuses: number[][] = []
    for (const tried of [login, 'nobody-who-is-slow']) {
      const row: number[] = []
      const address = `203.0.113.${statuses.length + 1}`
      for (let tries = 0; tries < 12; tries++) {
        row.push((await send('/api/auth/login', { json: { login: tried, password: 'wrong one' }, address })).status)
      }
      statuses.push(row)
    }
    expect(statuses[0]).toEqual(statuses[1] ?? [])
    expect(statuses[0]?.slice(-2)).toEqual([429, 429])
  })

  test('is revealed in one place: registration refuses a taken login, whatever its owner’s state', async () => {
    const banned = `banned-${++count}`
    const invited = `invited-${++count}`
    await addUsers(site.appDb, [{ login: banned, status: 'banned' }, { login: invited }])
    const answers = new Set<string>()
    for (const login of [banned, invited, 'Keeper']) {
      now += hour
      answers.add(await wholeAnswer(await send('/api/auth/register', { json: { login, password } }), login))
    }
    expect([...answers]).toHaveLength(1)
    expect([...answers][0]).toContain('This login is taken')
  })

  test('cannot be inferred from password links: all invalid links get the same response', async () => {
    const { id, login } = await registerByApi(site)
    const paths = ['', '?token=', `?token=${id}`, `?token=${login}`, '?token=x', `?login=${login}`]
    for (const page of ['/new-password', '/en/setup']) {
      const statuses = []
      for (const path of paths) {
        statuses.push((await open(page + path)).status, (await send(page + path, { form: { login, password } })).status)
      }
      expect(new Set(statuses)).toEqual(new Set([404]))
    }
  })
})

describe('a flood of sign-ins', () => {
  /** A site with a realistic cost of password hashing, so that the flood finds hashing busy. */
  let slow: TestSite
  beforeAll(async () => {
    slow = await createTestSite({ now: () => now, passwordCost: recommendedCost })
  })
  afterAll(() => slow.close())

  test('from one network is mostly rate-limited and does not affect others', async () => {
    const { login } = await registerByApi(slow)
    const flood = Array.from({ length: 200 }, (_, at) =>
      send('/api/auth/login', { json: { login: `flood-${at}`, password }, address: '192.0.2.1', at: slow }),
    )
    const health = await Promise.race([open('/healthz', {}, slow), Promise.all(flood)])
    expect(health instanceof Response && health.status).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(170)
    expect((await send('/api/auth/login', { json: { login, password }, at: slow })).status).toBe(200)
  })

  test('from two hundred networks uses the memory of a few hashes at most, and ends', async () => {
    const { login } = await registerByApi(slow)
    const flood = Array.from({ length: 200 }, (_, at) =>
      send('/api/auth/login', { json: { login: `flood-${at}`, password }, at: slow }),
    )
    const health = await Promise.race([open('/healthz', {}, slow), Promise.all(flood)])
    expect(health instanceof Response && health.status).toBe(200)
    const answers = await Promise.all(flood)
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => ![401, 429].includes(status))).toEqual([])
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(100)
    for (const { status, headers } of answers) {
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    now += hour
    expect((await send('/api/auth/login', { json: { login, password }, at: slow })).status).toBe(200)
  })
})
