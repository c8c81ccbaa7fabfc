import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newLink } from '../src/auth/link.ts'
import { contextWords } from '../src/auth/password/password-rules.ts'
import { makeAdministrator } from './administrator.ts'
import { addSecondFactor, auditOf, isSignedIn, newLogin, password, registered, signIn, userOf } from './asvs-people.ts'
import { send } from './sender.ts'
import { createTestSite, type TestSite } from './site.ts'
import { codeNow } from './totp-code.ts'
import { cookieOf, createVisitor } from './visitor.ts'

/* Tests of ASVS 5.0, V6: how users authenticate. */

setDefaultTimeout(60_000)

let site: TestSite
/** Offset of the site's clock, which is otherwise frozen, ms */
let ahead = 0
const start = Date.now()
const now = () => start + ahead
beforeAll(async () => {
  site = await createTestSite({ now })
})
afterAll(() => site.close())

const minute = 60_000
const register = (fields: { login?: string; password: string }) =>
  createVisitor(site).post('/en/register', { login: newLogin(), ...fields })
const linkFor = async (kind: 'reset' | 'invite' | 'setup', login?: string) => {
  const link = newLink(site.appDb, kind, login === undefined ? null : (await userOf(site, login)).id, now())
  await site.appDb.writeBatch(link.statements)
  return link.token
}

test('6.2.1 a password has at least eight characters', async () => {
  expect((await register({ password: 'щука-7!' })).status).toBe(422)
  expect((await register({ password: 'щука-77!' })).status).toBe(303)
})

test('6.2.2 users can change their password', async () => {
  const { login, visitor } = await registered(site)
  const answer = await visitor.post('/en/account/password', { current: password, wanted: 'другой корабль 8' })
  expect(answer.status).toBe(303)
  expect((await signIn(site, login)).answer.status).toBe(401)
  expect((await signIn(site, login, 'другой корабль 8')).answer.status).toBe(303)
})

test('6.2.3 a change requires the current password', async () => {
  const { login, visitor } = await registered(site)
  for (const current of ['', 'не тот']) {
    const answer = await visitor.post('/en/account/password', { current, wanted: 'другой корабль 8' })
    expect(answer.status).toBe(422)
  }
  expect((await signIn(site, login)).answer.status).toBe(303)
})

test('6.2.4 the most common passwords are refused at registration and on change', async () => {
  const { visitor } = await registered(site)
  for (const common of ['password', '12345678', 'qwertyuiop', 'iloveyou', 'Password123', 'sunshine']) {
    expect((await register({ password: common })).status).toBe(422)
  }
  expect((await visitor.post('/en/account/password', { current: password, wanted: 'sunshine' })).status).toBe(422)
})

test('6.2.5 any characters are allowed and none is required', async () => {
  const words = ['тихая вода берега', 'correct horse battery', '🐟🐠🐡🦈🐙🦑🦐🦞', '73914 60285', ' \t"\'<>&%_;--\\ ']
  for (const word of words) {
    const login = newLogin()
    expect((await register({ login, password: word })).status).toBe(303)
    expect((await signIn(site, login, word)).answer.status).toBe(303)
  }
})

/** Returns every page with a password field. */
async function pagesWithPasswords(): Promise<string[]> {
  const { login, visitor } = await registered(site)
  const guest = createVisitor(site)
  const fresh = await createTestSite()
  const setup = newLink(fresh.appDb, 'setup', null, Date.now())
  await fresh.appDb.writeBatch(setup.statements)
  const pages = [
    await guest.get('/en/login'),
    await guest.get('/en/register'),
    await guest.get(`/en/new-password?token=${await linkFor('reset', login)}`),
    await createVisitor(fresh).get(`/en/setup?token=${setup.token}`),
    await visitor.get('/en/account/password'),
    await visitor.get('/en/account/confirm'),
  ]
  await fresh.close()
  return pages.map(({ html }) => html)
}

const passwordInputs = (html: string) =>
  [...html.matchAll(/<input[^>]*name="(?:password|current|wanted)"[^>]*>/g)].map(([tag]) => tag)

test('6.2.6 password fields are masked', async () => {
  for (const html of await pagesWithPasswords()) {
    expect(passwordInputs(html).length).toBeGreaterThan(0)
    for (const tag of passwordInputs(html)) expect(tag).toContain('type="password"')
  }
})

test('6.2.7 pasting and password managers are allowed', async () => {
  for (const html of await pagesWithPasswords()) {
    expect(html).not.toMatch(/onpaste/i)
    for (const tag of passwordInputs(html)) expect(tag).toMatch(/autocomplete="(current|new)-password"/i)
  }
})

test('6.2.8 a password is verified exactly as typed', async () => {
  const login = newLogin()
  const word = ` Ёлка-${'я'.repeat(90)}-Z `
  expect((await register({ login, password: word })).status).toBe(303)
  for (const other of [word.trim(), word.toLowerCase(), word.slice(0, 72), word.normalize('NFD')]) {
    expect((await signIn(site, login, other)).answer.status).toBe(401)
  }
  // The attempts stay below the rate limit of an account.
  expect((await signIn(site, login, word)).answer.status).toBe(303)
})

test('6.2.9 long passwords are accepted', async () => {
  for (const length of [64, 200]) {
    const [login, word] = [newLogin(), 'щука '.repeat(60).slice(0, length)]
    expect((await register({ login, password: word })).status).toBe(303)
    expect((await signIn(site, login, word)).answer.status).toBe(303)
  }
})

test('6.2.10 a password does not expire', async () => {
  const { login } = await registered(site)
  ahead += 3 * 365 * 24 * 60 * minute
  expect((await signIn(site, login)).answer.status).toBe(303)
})

test('6.2.11 passwords based on the login or on words of the product are refused', async () => {
  const login = 'Dmitry-of-Tver'
  const words = ['dmitry-of-tver', 'Dmitry-of-Tver99', ...contextWords.map((word) => `${word}-2026`), 'KursAdmin2026']
  for (const word of words) expect((await register({ login, password: word })).status).toBe(422)
  for (const word of ['тихий курс доллара', 'kursk-nightingale'])
    expect((await register({ password: word })).status).toBe(303)
})

test('6.2.12 thousands of breached passwords are refused', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const known = dictionary['passwords-common'].map(String).filter((word) => word.length >= 8)
  expect(known.length).toBeGreaterThan(3000)
  for (let at = 0; at < known.length; at += Math.ceil(known.length / 40)) {
    expect((await register({ password: known[at] ?? '' })).status).toBe(422)
  }
})

test('6.3.1 guessing is slowed down without locking the owner out', async () => {
  const { login, visitor: owner } = await registered(site)
  const stranger = createVisitor(site)
  const statuses = []
  for (let tries = 0; tries < 7; tries++) {
    statuses.push((await stranger.post('/en/login', { login, password: `guess ${tries}` })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  for (let tries = 0; tries < 10; tries++) await signIn(site, login, `guess ${tries}`)
  expect((await signIn(site, login)).answer.status).toBe(303)
  for (let tries = 0; tries < 40; tries++) await signIn(site, login, `guess ${tries}`)
  // After attempts from so many networks, everybody must solve a proof of work, except on the owner's known device.
  const { answer } = await signIn(site, login)
  expect(answer.status).toBe(429)
  expect(answer.html).toContain('data-work=')
  await owner.post('/api/auth/logout', {})
  expect((await owner.post('/en/login', { login, password })).status).toBe(303)
  ahead += minute
  expect((await signIn(site, login)).answer.status).toBe(303)
})

test('6.3.2 there are no default accounts', async () => {
  const fresh = await createTestSite()
  const { rows } = await fresh.appDb.client.execute('select count(*) as n from users')
  for (const login of ['admin', 'root', 'kurs', 'test']) {
    expect((await createVisitor(fresh).post('/en/login', { login, password: login })).status).toBe(401)
  }
  await fresh.close()
  expect(Number(rows[0]?.n)).toBe(0)
})

test('6.3.3 the administration requires a second factor', async () => {
  const { login, visitor } = await registered(site)
  await site.appDb.client.execute({ sql: "update users set role = 'admin' where login = ?", args: [login] })
  for (const path of ['/en/admin/users', '/en/admin/audit', '/en/admin/nowhere']) {
    const answer = await visitor.get(path)
    expect([answer.status, answer.location]).toEqual([
      303,
      `/en/account/second-factor?next=${encodeURIComponent(path)}`,
    ])
  }
  expect((await visitor.post('/en/account/second-factor/removal', { password })).status).not.toBe(200)
  const { key } = await addSecondFactor(site, login, now())
  const { visitor: again } = await signIn(site, login)
  expect(await isSignedIn(again)).toBe(false)
  await again.post('/en/login', { code: codeNow(key, now()) })
  expect((await again.get('/en/admin/users')).status).toBe(200)
})

test('6.3.4 every sign-in path asks for the second factor', async () => {
  const { login } = await registered(site)
  await addSecondFactor(site, login, now())
  const form = await signIn(site, login)
  expect(form.visitor.cookie('sid')).toBeUndefined()
  const api = await send(site, '/api/auth/login', { json: { login, password } })
  expect(api.status).toBe(401)
  expect(cookieOf(api)).toBe('')
  const byLink = createVisitor(site)
  await byLink.post(`/en/new-password?token=${await linkFor('reset', login)}`, { password: 'другой корабль 8' })
  expect(await isSignedIn(byLink)).toBe(false)
})

test('6.4.1 account links are random, short-lived and valid once', async () => {
  for (const [kind, hours] of [
    ['reset', 1],
    ['invite', 72],
  ] as const) {
    const { login } = await registered(site)
    const tokens = [await linkFor(kind, login), await linkFor(kind, login)]
    for (const token of tokens) expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)
    const [older = '', newer = ''] = tokens
    const open = async (token: string) => (await createVisitor(site).get(`/en/new-password?token=${token}`)).status
    expect([await open(older), await open(newer)]).toEqual([404, 200])
    const choose = () => createVisitor(site).post(`/en/new-password?token=${newer}`, { password: 'новый корабль 9' })
    expect([(await choose()).status, (await choose()).status]).toEqual([303, 404])
    const late = await linkFor(kind, login)
    ahead += hours * 60 * minute + 1
    expect(await open(late)).toBe(404)
  }
})

test('6.4.3 a password reset link keeps the second factor', async () => {
  const { login } = await registered(site)
  const { key } = await addSecondFactor(site, login, now())
  const visitor = createVisitor(site)
  const answer = await visitor.post(`/en/new-password?token=${await linkFor('reset', login)}`, {
    password: 'другой корабль 8',
  })
  expect(answer.location).toBe('/en/login')
  expect(visitor.cookie('sid')).toBeUndefined()
  await visitor.post('/en/login', { code: codeNow(key, now()) })
  expect(await isSignedIn(visitor)).toBe(true)
})

test('6.4.6 an administrator creates a reset link without choosing or seeing the password', async () => {
  const { cookie, token } = await makeAdministrator(site.appDb, newLogin())
  // Moves the session to the site's time: sessions are created by the system clock, which is behind the site's clock.
  const sql = 'update sessions set created_at = ?1, seen_at = ?1, proven_at = ?1 where id = ?2'
  await site.appDb.client.execute({ sql, args: [now(), token.split('.')[0] ?? ''] })
  const { login, id } = await registered(site)
  const before = (await userOf(site, login)).passwordHash
  const post = (path: string, fields: Record<string, string>) =>
    site.as({ cookie }).post(`/en/admin/users/${id}/${path}`, fields)
  const made = await post('password-link', { password: 'их корабль 123', wanted: 'их корабль 123' })
  expect(made.html).toMatch(/new-password\?token=[\w-]{40,}/)
  expect((await post('password', { password: 'их корабль 123' })).status).toBe(404)
  expect((await userOf(site, login)).passwordHash).toBe(before)
})

test('6.5.1 a code and a recovery code are valid once', async () => {
  const { login } = await registered(site)
  const { key, recoveryCodes } = await addSecondFactor(site, login, now())
  const enter = async (code: string) => {
    const { visitor } = await signIn(site, login)
    const { status } = await visitor.post('/en/login', { code })
    return status
  }
  const code = codeNow(key, now())
  const [recovery = ''] = recoveryCodes
  expect([await enter(code), await enter(code)]).toEqual([303, 401])
  expect([await enter(recovery), await enter(recovery)]).toEqual([303, 401])
})

test('6.5.5 a code is valid for its half minute and the next, its sign-in step for five minutes', async () => {
  const { login } = await registered(site)
  const { key } = await addSecondFactor(site, login, now())
  const enter = async (code: string) => {
    const { visitor } = await signIn(site, login)
    return (await visitor.post('/en/login', { code })).status
  }
  expect(await enter(codeNow(key, now() - 61_000))).toBe(401)
  const { visitor } = await signIn(site, login)
  ahead += 5 * minute + 1
  expect((await visitor.post('/en/login', { code: codeNow(key, now()) })).status).toBe(401)
  expect((await auditOf(site, login))[0]).toMatchObject({ is_success: 0 })
})
