import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { registered } from '../../tests/asvs-people.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { codeNow } from '../../tests/totp-code.ts'
import { type CookieVisitor, createVisitor } from '../../tests/visitor.ts'
import { newSession } from '../auth/session/session.ts'

setDefaultTimeout(60_000)

/** The site's clock, ms UTC. It advances only when a test changes it. */
let now = Date.UTC(2026, 10, 21, 9)
const minute = 60_000
const password = 'корабль лампа 7'

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

async function makeAdmin(login: string): Promise<void> {
  await site.appDb.client.execute({ sql: "update users set role = 'admin' where login = ?", args: [login] })
}

/** Sets up a second factor through the pages, as a user would. */
async function withSecondFactor() {
  const owner = await registered(site)
  const { visitor } = owner
  const page = await visitor.get('/en/account/second-factor')
  const key = keyOf(page.html)
  const fields = { key: fieldOf(page.html, 'key'), code: codeNow(key, now) }
  const answer = await visitor.post('/en/account/second-factor', fields)
  expect([answer.status, answer.location]).toEqual([303, '/en/account/second-factor/codes'])
  const shown = await visitor.get('/en/account/second-factor/codes')
  const codes = [...shown.html.matchAll(/<code>([a-z0-9]{5}-[a-z0-9]{5}-[a-z0-9]{5})<\/code>/g)].map(
    ([, code = '']) => code,
  )
  // Waits a minute, because the code that turned on the second factor cannot be reused.
  now += minute
  return { ...owner, key, codes }
}

function fieldOf(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
}

/** Reads the secret key that the page shows for manual entry into an authenticator app. */
function keyOf(html: string): Uint8Array {
  const base32 = (/<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? '').replaceAll(' ', '')
  const bits = Array.from(base32, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

describe('the app', () => {
  test('requires a session, even for paths without a page', async () => {
    const guest = createVisitor(site)
    expect((await guest.get('/app')).location).toBe('/login?next=%2Fapp')
    expect((await guest.get('/en/app/charts')).location).toBe('/en/login?next=%2Fen%2Fapp%2Fcharts')
    expect((await guest.get('/admin/nowhere')).location).toBe('/login?next=%2Fadmin%2Fnowhere')
    expect((await guest.get('/app/bots')).status).toBe(200)
    const { visitor } = await registered(site)
    expect((await visitor.get('/app/nowhere')).status).toBe(404)
    expect((await visitor.get('/admin/nowhere')).status).toBe(404)
  })

  test('shows what the user can open, and nothing of the administration', async () => {
    const { visitor } = await registered(site)
    const { status, html, headers } = await visitor.get('/app')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    for (const path of ['/account', '/account/sessions', '/docs']) expect(html).toContain(`href="${path}"`)
    expect(html).not.toContain('/admin/')
    expect(html).toContain('content="noindex')
  })
})

describe('the profile', () => {
  test('is saved, and confirmed once in the chosen language', async () => {
    const { visitor } = await registered(site)
    const fields = { name: ' Ann ', locale: 'en', hasAccent: 'yes', accent: '#1BC7B1' }
    const answer = await visitor.post('/account', fields)
    expect([answer.status, answer.location]).toEqual([303, '/en/account'])
    const page = await visitor.get('/en/account')
    expect(page.html).toContain('Profile saved')
    expect(page.html).toContain('value="Ann"')
    expect(page.html).toContain('value="#1bc7b1"')
    expect(await visitor.read('/en/account')).not.toContain('Profile saved')
  })

  test('rejects invalid input, and keeps it in the form', async () => {
    const { visitor } = await registered(site)
    const answer = await visitor.post('/en/account', { name: ' ', locale: 'de', hasAccent: 'yes', accent: 'red;' })
    expect(answer.status).toBe(422)
    for (const text of ['Use 1 to 80 characters', 'Choose a language', 'Enter a color such as'])
      expect(answer.html).toContain(text)
  })

  test('escapes a hostile name', async () => {
    const { visitor } = await registered(site)
    await visitor.post('/account', { name: '<img src=x onerror=alert(1)>', locale: 'ru', hasAccent: 'no' })
    const { html } = await visitor.get('/app')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x')
  })
})

test('a new password requires the old one, and ends all other sessions', async () => {
  const { login, visitor } = await registered(site)
  const other = createVisitor(site)
  await other.post('/login', { login, password })
  const wrong = await visitor.post('/account/password', { current: 'не тот', wanted: 'другой корабль 8' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('id="current-error"')
  const weak = await visitor.post('/account/password', { current: password, wanted: 'короче' })
  expect(weak.html).toContain('id="wanted-error"')
  const before = visitor.cookie('sid')
  const answer = await visitor.post('/account/password', { current: password, wanted: 'другой корабль 8' })
  expect([answer.status, answer.location]).toEqual([303, '/account/password'])
  expect(visitor.cookie('sid')).not.toBe(before)
  expect(await visitor.read('/account/password')).toContain('Пароль изменён')
  expect((await other.get('/account')).status).toBe(303)
})

test('a stolen session cannot guess the password, and attempts are logged', async () => {
  const { login, visitor } = await registered(site)
  const statuses = []
  for (let tries = 0; tries < 6; tries++) {
    statuses.push((await visitor.post('/account/password', { current: `guess ${tries}`, wanted: password })).status)
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  const sql = "select sum(count) as n from audit_log where actor_login = ? and act = 'user.password' and is_success = 0"
  expect((await site.appDb.client.execute({ sql, args: [login] })).rows[0]?.n).toBe(5)
})

test('sessions are labeled, and can be ended one by one or all together', async () => {
  const { login, visitor } = await registered(site)
  const signIn = async (userAgent: string) => {
    const other = createVisitor(site)
    await other.post('/login', { login, password }, { 'user-agent': userAgent })
    return other
  }
  const phone = await signIn(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
  )
  const { html } = await visitor.get('/account/sessions')
  expect(html).toContain('Safari на iPhone')
  expect(html).toContain('Firefox на Windows')
  const [, id = ''] = /value="([\w-]{22})"[^>]*name="session"/.exec(html) ?? []
  const answer = await visitor.post('/account/sessions', { session: id })
  expect([answer.status, answer.location]).toEqual([303, '/account/sessions'])
  expect((await phone.get('/app')).status).toBe(303)
  const others = [await signIn('curl/8'), await signIn('')]
  await visitor.post('/account/sessions', { session: 'others' })
  for (const other of others) expect((await other.get('/app')).status).toBe(303)
  expect(await visitor.read('/account/sessions')).toContain('Остальные сеансы завершены')
})

describe('the second factor', () => {
  test('is turned on by its first code; a wrong code keeps the key', async () => {
    const { visitor } = await registered(site)
    const page = await visitor.get('/en/account/second-factor')
    expect(page.html).toContain('role="img" aria-label="QR code')
    const fields = { key: fieldOf(page.html, 'key'), code: '000000' }
    const wrong = await visitor.post('/en/account/second-factor', fields)
    expect(wrong.status).toBe(422)
    expect(keyOf(wrong.html)).toEqual(keyOf(page.html))
    const forged = await visitor.post('/en/account/second-factor', { key: 'forged', code: '000000' })
    expect(forged.location).toBe('/en/account/second-factor')
  })

  test('rejects a key that was shown to another user', async () => {
    const { visitor: other } = await registered(site)
    const { visitor } = await registered(site)
    const { html } = await other.get('/account/second-factor')
    const fields = { key: fieldOf(html, 'key'), code: codeNow(keyOf(html), now) }
    const answer = await visitor.post('/account/second-factor', fields)
    expect(answer.location).toBe('/account/second-factor')
  })

  test('shows recovery codes once', async () => {
    const { visitor, codes } = await withSecondFactor()
    expect(new Set(codes).size).toBe(10)
    expect((await visitor.get('/en/account/second-factor/codes')).location).toBe('/en/account/second-factor')
    expect(await visitor.read('/en/account/second-factor')).toContain('10 unused recovery codes')
  })

  test('is requested after the password, and each code works once', async () => {
    const { login, key } = await withSecondFactor()
    const visitor = createVisitor(site)
    const first = await visitor.post('/en/login?next=%2Fen%2Fdocs', { login, password })
    expect([first.status, first.location]).toEqual([303, '/en/login?next=%2Fen%2Fdocs'])
    expect((await visitor.get('/en/app')).status).toBe(303)
    const page = await visitor.get(first.location ?? '')
    expect(page.html).toContain('autoComplete="one-time-code"')
    expect(page.html).toContain('inputMode="numeric"')
    const wrong = await visitor.post(first.location ?? '', { code: '000000' })
    expect(wrong.status).toBe(401)
    const code = codeNow(key, now)
    const answer = await visitor.post(first.location ?? '', { code })
    expect([answer.status, answer.location]).toEqual([303, '/en/docs'])
    const again = createVisitor(site)
    await again.post('/login', { login, password })
    expect((await again.post('/login', { code })).status).toBe(401)
  })

  test('can be replaced by a recovery code, once', async () => {
    const { login, codes } = await withSecondFactor()
    const tryCode = async (visitor: CookieVisitor) => {
      await visitor.post('/en/login', { login, password })
      expect(await visitor.read('/en/login')).toContain('/en/login?recovery=1')
      return visitor.post('/en/login?recovery=1', { code: codes[3] ?? '' })
    }
    expect((await tryCode(createVisitor(site))).location).toBe('/en/app')
    const again = await tryCode(createVisitor(site))
    expect(again.status).toBe(401)
    expect(again.html).toContain('latest list')
  })

  test('has five minutes for the code, and allows starting over before', async () => {
    const { login, key } = await withSecondFactor()
    const visitor = createVisitor(site)
    await visitor.post('/en/login', { login, password })
    expect((await visitor.get('/en/login?restart=1')).location).toBe('/en/login')
    expect(await visitor.read('/en/login')).toContain('name="password"')
    await visitor.post('/en/login', { login, password })
    now += 6 * minute
    const late = await visitor.post('/en/login', { code: codeNow(key, now) })
    expect(late.status).toBe(401)
    expect(late.html).toContain('Time to enter the code has run out')
    const forgotten = await createVisitor(site).post('/en/login', { code: codeNow(key, now) })
    expect([forgotten.status, forgotten.html]).toEqual([
      401,
      expect.stringContaining('Time to enter the code has run out'),
    ])
  })

  test('can be turned off with the password, except by administrators', async () => {
    const { login, visitor } = await withSecondFactor()
    const wrong = await visitor.post('/account/second-factor/removal', { password: 'не тот' })
    expect(wrong.status).toBe(422)
    await makeAdmin(login)
    expect(await visitor.read('/account/second-factor')).toContain('не может выключить')
    expect((await visitor.post('/account/second-factor/removal', { password })).status).toBe(403)
    await site.appDb.client.execute({ sql: "update users set role = 'user' where login = ?", args: [login] })
    const answer = await visitor.post('/account/second-factor/removal', { password })
    expect([answer.status, answer.location]).toEqual([303, '/account/second-factor'])
    expect((await createVisitor(site).post('/login', { login, password })).location).toBe('/app')
  })
})

test('sensitive pages require recent authentication with both factors', async () => {
  const { visitor, key } = await withSecondFactor()
  now += 16 * minute
  const refused = await visitor.get('/en/account/second-factor')
  expect(refused.location).toBe('/en/account/confirm?next=%2Fen%2Faccount%2Fsecond-factor')
  const path = refused.location ?? ''
  expect(await visitor.read(path)).toContain('name="code"')
  expect((await visitor.post(path, { password, code: '000000' })).status).toBe(401)
  const answer = await visitor.post(path, { password, code: codeNow(key, now) })
  expect([answer.status, answer.location]).toEqual([303, '/en/account/second-factor'])
  expect((await visitor.get('/en/account/second-factor')).status).toBe(200)
})

test('an impersonating administrator sees it on every page, and changes nothing', async () => {
  const { login } = await registered(site)
  const { login: admin } = await registered(site)
  await makeAdmin(admin)
  const { rows } = await site.appDb.client.execute({
    sql: 'select id from users where login in (?, ?) order by created_at',
    args: [login, admin],
  })
  const [userId, impersonatorId] = rows.map(({ id }) => String(id))
  const session = newSession(site.appDb, { userId: userId ?? '', impersonatorId, now, address: '', userAgent: '' })
  await site.appDb.writeBatch([session.statement])
  const visitor = site.as({ cookie: `__Host-sid=${session.token}` })
  for (const path of ['/app', '/account', '/account/sessions', '/app/nowhere']) {
    expect(await visitor.read(path)).toContain('action="/api/auth/impersonation/end"')
  }
  for (const path of ['/account', '/account/password', '/account/sessions', '/account/second-factor']) {
    expect((await visitor.post(path)).status).toBe(403)
  }
})
