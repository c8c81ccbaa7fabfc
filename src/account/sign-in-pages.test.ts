import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { registered } from '../../tests/asvs-people.ts'
import { send } from '../../tests/sender.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { createVisitor } from '../../tests/visitor.ts'
import { newLink } from '../auth/link.ts'

setDefaultTimeout(60_000)

let site: TestSite
let closed: TestSite
beforeAll(async () => {
  ;[site, closed] = await Promise.all([createTestSite(), createTestSite({ isOpen: false })])
})
afterAll(() => Promise.all([site.close(), closed.close()]))

const password = 'корабль лампа 7'
let count = 0
const newLogin = () => `Reader-${++count}`

async function link(kind: 'setup' | 'reset' | 'invite', userId: string | null, at = site): Promise<string> {
  const made = newLink(at.appDb, kind, userId, Date.now())
  await at.appDb.writeBatch(made.statements)
  return made.token
}

async function userId(login: string): Promise<string> {
  const { rows } = await site.appDb.client.execute({ sql: 'select id from users where login = ?', args: [login] })
  return String(rows[0]?.id)
}

describe('registration', () => {
  test('leads into the app, or to the requested page', async () => {
    const first = await createVisitor(site).post('/register', { login: newLogin(), password })
    expect([first.status, first.location]).toEqual([303, '/app'])
    const english = await createVisitor(site).post('/en/register', { login: newLogin(), password })
    expect(english.location).toBe('/en/app')
    const next = await createVisitor(site).post('/register?next=%2Faccount', { login: newLogin(), password })
    expect(next.location).toBe('/account')
  })

  test.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)'])(
    'never leads to %s',
    async (next) => {
      const fields = { login: newLogin(), password }
      const answer = await createVisitor(site).post(`/register?next=${encodeURIComponent(next)}`, fields)
      expect(answer.location).toBe('/app')
    },
  )

  test('shows errors at their fields and keeps valid input, but no password', async () => {
    const { login } = await registered(site)
    const answer = await createVisitor(site).post('/en/register', { login, name: 'Ann', password })
    expect(answer.status).toBe(422)
    expect(answer.html).toContain('id="login-error"')
    expect(answer.html).toContain('That login is taken')
    expect(answer.html).toMatch(/autofocus=""[^>]*id="login-field"/)
    expect(answer.html).toMatch(/aria-describedby="login-error login-hint"/)
    expect(answer.html).toContain('value="Ann"')
    expect(answer.html).not.toContain(password)
    const weak = await createVisitor(site).post('/en/register', { login: newLogin(), password: 'qwerty123' })
    expect(weak.html).toContain('easy to guess')
  })

  test('shows the errors of all fields at once', async () => {
    const fields = { login: 'a', name: 'Аnn', password: 'short' }
    const answer = await createVisitor(site).post('/en/register', fields)
    expect(answer.status).toBe(422)
    const errors = [...answer.html.matchAll(/class="field-error" id="(\w+)-error"/g)].map(([, field]) => field)
    expect(errors).toEqual(['login', 'name', 'password'])
    expect(answer.html).toMatch(/autofocus=""[^>]*id="login-field"/)
    const blank = await createVisitor(site).post('/en/register', {})
    expect(blank.html.match(/class="field-error"/g)).toHaveLength(2)
  })

  test('shows when it is closed', async () => {
    for (const answer of [
      await createVisitor(closed).get('/register'),
      await createVisitor(closed).post('/register', { login: newLogin(), password }),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.html).toContain('Регистрация закрыта')
    }
    for (const path of ['/login', '/login?next=%2Fapp%2Falerts', '/', '/charts'])
      expect(await createVisitor(closed).read(path)).not.toContain('href="/register')
    expect(await createVisitor(closed).read('/en/login?next=%2Fen%2Fapp%2Falerts')).toContain(
      '<p class="auth-lead">Sign in to open “Alerts”.</p>',
    )
    const answer = await send(closed, '/api/auth/register', { json: { login: newLogin(), password } })
    expect(answer.status).toBe(403)
  })
})

test('pages for everybody lead guests to the registration while it is open', async () => {
  const front = await createVisitor(site).read('/en')
  expect(front).toMatch(/<template data-for="guest">.*href="\/en\/register">Create account<\/a>.*<\/template>/s)
  expect(front).toContain('for-guests"><a data-back="true" href="/en/register">Create account</a>')
  const blog = await createVisitor(site).read('/blog')
  expect(blog).toContain('href="/register?next=%2Fblog">Создать аккаунт</a>')
})

describe('signing in', () => {
  test.each([
    ['/en/app/alerts', 'Sign in or create an account to open “Alerts”.'],
    ['/en/app/charts?asset=BTCUSDT', 'Sign in or create an account to open “Charts”.'],
    ['/en/app/bots/new?strategy=dca', 'Sign in or create an account to open “New bot”.'],
    ['/app/alerts', 'Sign in or create an account to open “Alerts”.'],
    ['/en/docs/anything', 'Sign in to open the app.'],
    ['/en/app/bots', 'Sign in to open the app.'],
    ['/en/app/bots/compare?bot=1', 'Sign in or create an account to open “Compare”.'],
    ['https://evil.test/app/alerts', 'Sign in to open the app.'],
  ])('a guest on the way to %s reads: %s', async (next, lead) => {
    const html = await createVisitor(site).read(`/en/login?next=${encodeURIComponent(next)}`)
    expect(html).toContain(`<p class="auth-lead">${lead}</p>`)
  })

  test('the registration keeps what the guest was about to open, and says so', async () => {
    const visitor = createVisitor(site)
    const refused = await visitor.get('/en/app/alerts?at=1')
    const page = await visitor.read(refused.location ?? '')
    const [, register = ''] = /<a href="([^"]*register[^"]*)">Create account/.exec(page) ?? []
    expect(await visitor.read(register)).toContain('After that, “Alerts” opens.')
    const answer = await visitor.post(register, { login: newLogin(), password })
    expect([answer.status, answer.location]).toEqual([303, '/en/app/alerts?at=1'])
  })

  test('leads back to the requested page', async () => {
    const { login } = await registered(site)
    const visitor = createVisitor(site)
    const refused = await visitor.get('/en/account/sessions?a=1')
    expect([refused.status, refused.location]).toEqual([303, '/en/login?next=%2Fen%2Faccount%2Fsessions%3Fa%3D1'])
    const page = await visitor.get(refused.location ?? '')
    expect(page.html).toContain('action="/en/login?next=%2Fen%2Faccount%2Fsessions%3Fa%3D1"')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const answer = await visitor.post(refused.location ?? '', { login, password })
    expect([answer.status, answer.location]).toEqual([303, '/en/account/sessions?a=1'])
  })

  test('a wrong password and an unknown login get the same page', async () => {
    const { login } = await registered(site)
    const wrong = await createVisitor(site).post('/login', { login, password: 'не тот пароль' })
    const unknown = await createVisitor(site).post('/login', { login: 'nobody', password: 'не тот пароль' })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.html.replaceAll(login, 'nobody')).toBe(unknown.html)
    expect(wrong.html).toContain('Неверный логин или пароль')
    expect(wrong.html).toContain(`value="${login}"`)
    expect(wrong.html).not.toContain('не тот пароль')
  })

  test('empty fields are named in the error', async () => {
    const answer = await createVisitor(site).post('/login', {})
    expect(answer.status).toBe(422)
    expect(answer.html).toContain('id="login-error"')
    expect(answer.html).toContain('id="password-error"')
  })

  test('after too many attempts the page says when to try again', async () => {
    const visitor = createVisitor(site)
    const fields = { login: newLogin(), password }
    for (let tries = 0; tries < 5; tries++) expect((await visitor.post('/login', fields)).status).toBe(401)
    const answer = await visitor.post('/login', fields)
    expect(answer.status).toBe(429)
    expect(answer.html).toMatch(/Попробуйте снова через \d+ секунд/)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('a ban shows its reason and end, only after a right password', async () => {
    const { login } = await registered(site)
    await site.appDb.client.execute({
      sql: "update users set status = 'banned', ban_reason = 'Реклама <b>', ban_until = ? where login = ?",
      args: [Date.UTC(2099, 4, 9, 12), login],
    })
    const answer = await createVisitor(site).post('/login', { login, password })
    expect(answer.status).toBe(403)
    expect(answer.html).toContain('9 мая 2099')
    expect(answer.html).toContain('Реклама &lt;b&gt;')
    const wrong = await createVisitor(site).post('/login', { login, password: 'не тот пароль' })
    expect(wrong.html).not.toContain('Реклама')
  })

  test('is for guests only', async () => {
    const { visitor } = await registered(site)
    for (const path of ['/login', '/register']) {
      const answer = await visitor.get(path)
      expect([answer.status, answer.location]).toEqual([303, '/app'])
    }
  })
})

describe('forms posted to the API', () => {
  test('redirect to the target page, or back to the form, equally for unknown and wrong', async () => {
    const { login } = await registered(site)
    const good = await createVisitor(site).post('/api/auth/login', { login, password, next: '/docs' })
    expect([good.status, good.location]).toEqual([303, '/docs'])
    const referer = { referer: 'https://kurs.test/en/login' }
    for (const name of [login, 'nobody']) {
      const bad = await createVisitor(site).post('/api/auth/login', { login: name, password: 'wrong-one' }, referer)
      expect([bad.status, bad.location]).toEqual([303, '/en/login?problem=wrong'])
    }
    expect((await createVisitor(site).get('/en/login?problem=wrong')).html).toContain('Wrong login or password')
    const [none, unknown] = [
      await createVisitor(site).get('/en/login'),
      await createVisitor(site).get('/en/login?problem=x'),
    ]
    expect(unknown.html.replaceAll('?problem=x', '')).toBe(none.html)
    const taken = await createVisitor(site).post('/api/auth/register', { login, password })
    expect(taken.location).toBe('/register?problem=taken')
    const made = await createVisitor(site).post('/api/auth/register', { login: newLogin(), password })
    expect(made.location).toBe('/app')
  })

  test('sign out and redirect to the home page', async () => {
    const { visitor } = await registered(site)
    const out = await visitor.post('/api/auth/logout', { next: '/en' })
    expect([out.status, out.location]).toEqual([303, '/en'])
    expect((await visitor.get('/account')).location).toBe('/login?next=%2Faccount')
  })
})

describe('one-time links', () => {
  test('the setup link creates one administrator and leads to the second factor', async () => {
    const token = await link('setup', null)
    const path = `/en/setup?token=${token}`
    expect((await createVisitor(site).get(path)).html).toContain('First administrator')
    const bad = await createVisitor(site).post(path, { login: newLogin(), password: 'short' })
    expect(bad.status).toBe(422)
    const visitor = createVisitor(site)
    const answer = await visitor.post(path, { login: newLogin(), password })
    expect([answer.status, answer.location]).toEqual([303, '/en/account/second-factor?next=%2Fen%2Fapp'])
    expect(await visitor.read('/app')).toContain('/admin/users')
    for (const other of [path, `/setup?token=${await link('setup', null)}`, '/setup?token=x', '/setup']) {
      expect((await createVisitor(site).get(other)).status).toBe(404)
      expect((await createVisitor(site).post(other, { login: newLogin(), password })).status).toBe(404)
    }
  })

  test.each(['reset', 'invite'] as const)('%s sets a password, once, and ends earlier sessions', async (kind) => {
    const { login, visitor: before } = await registered(site)
    const path = `/new-password?token=${await link(kind, await userId(login))}`
    const visitor = createVisitor(site)
    const page = await visitor.get(path)
    expect(page.html).toContain(login)
    expect((await visitor.post(path, { password: 'short' })).status).toBe(422)
    const answer = await visitor.post(path, { password: 'другой корабль 8' })
    expect([answer.status, answer.location]).toEqual([303, '/app'])
    expect((await visitor.get('/app')).status).toBe(200)
    expect((await before.get('/app')).status).toBe(303)
    expect((await createVisitor(site).post('/login', { login, password })).status).toBe(401)
    expect((await createVisitor(site).post(path, { password })).status).toBe(404)
  })

  test('the secret is not sent as referrer to the next page', async () => {
    const { login } = await registered(site)
    const password = `/new-password?token=${await link('reset', await userId(login))}`
    for (const path of [password, '/new-password?token=x', '/setup?token=x']) {
      expect((await createVisitor(site).get(path)).headers.get('referrer-policy')).toBe('strict-origin')
    }
    expect((await createVisitor(site).get('/login')).headers.get('referrer-policy')).toBe(
      'strict-origin-when-cross-origin',
    )
  })

  test('a link of one kind is invalid as another kind', async () => {
    const { login } = await registered(site)
    const token = await link('reset', await userId(login))
    expect((await createVisitor(site).get(`/setup?token=${token}`)).status).toBe(404)
  })
})

test('messages for the previous user are removed by signing out and by signing in', async () => {
  const { login, visitor } = await registered(site)
  await visitor.post('/en/app/first-steps')
  expect(visitor.cookie('flash')).toContain('start.flashStepsHidden')
  await visitor.post('/api/auth/logout')
  expect(visitor.cookie('flash')).toBeUndefined()
  for (const path of ['/en/login', '/api/auth/login']) {
    const signedIn = await site.as({ cookie: '__Host-flash=start.flashStepsHidden' }).post(path, { login, password })
    expect(signedIn.headers.getSetCookie().join()).toMatch(/__Host-flash=;[^,]*Max-Age=0/)
  }
})
