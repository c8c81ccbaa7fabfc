import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { registered } from '../../../tests/asvs-people.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import type { CookieVisitor } from '../../../tests/visitor.ts'

setDefaultTimeout(60_000)

const minute = 60_000
const day = 24 * 60 * minute
/** Clock of the site: 12:00 in Moscow */
let now = Date.UTC(2026, 10, 21, 9)
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

const fields = { name: ' My script ', scopes: 'account:read', lifetime: '30', date: '' }

async function made(visitor: CookieVisitor, more: Record<string, string> = {}): Promise<string> {
  const answer = await visitor.post('/en/account/tokens/new', { ...fields, ...more })
  expect([answer.status, answer.location]).toEqual([303, '/en/account/tokens/made'])
  const page = await visitor.get('/en/account/tokens/made')
  expect(page.headers.get('cache-control')).toBe('no-store')
  return /<code data-token[^>]*>(kurs_[0-9A-Za-z]{62})<\/code>/.exec(page.html)?.[1] ?? ''
}

const me = async (token: string) =>
  (await site.app.request('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).status
const rowOf = async (token: string) =>
  (await site.appDb.client.execute({ sql: 'select * from api_tokens where id = ?', args: [token.slice(5, 18)] }))
    .rows[0]

test('one form submitted twice makes one token, shown both times', async () => {
  const { visitor } = await registered(site)
  const { html } = await visitor.get('/en/account/tokens/new')
  const [, formKey = ''] = /name="formKey" value="([\w-]+)"/.exec(html) ?? []
  const tokens = [await made(visitor, { formKey }), await made(visitor, { formKey })]
  expect(await me(tokens[0] ?? '')).toBe(200)
  expect(tokens[1]).toBe(tokens[0])
  expect(await made(visitor, { formKey, name: 'Another' })).not.toBe(tokens[0])
  expect(await made(visitor)).not.toBe(await made(visitor))
  const other = await registered(site)
  expect(await made(other.visitor, { formKey })).not.toBe(tokens[0])
})

test('a token is created, shown once, listed, used and revoked, each with an audit entry', async () => {
  const { visitor, login } = await registered(site)
  expect(await visitor.read('/en/account/tokens')).toContain('No tokens yet')
  const token = await made(visitor)
  const again = await visitor.get('/en/account/tokens/made')
  expect([again.status, again.location]).toEqual([303, '/en/account/tokens'])
  expect(await me(token)).toBe(200)
  const { html } = await visitor.get('/en/account/tokens')
  expect(html).toContain('<b>My script</b>')
  expect(html).not.toContain(token)
  expect(Number((await rowOf(token))?.expires_at)).toBe(now + 30 * day)
  const id = token.slice(5, 18)
  expect((await visitor.post('/en/account/tokens', { token: id })).status).toBe(303)
  expect(await visitor.read('/en/account/tokens')).toContain('Token revoked.')
  expect(await me(token)).toBe(401)
  const { rows } = await site.appDb.client.execute({
    sql: "select act, before, after from audit_log where actor_login = ? and act like 'token.%' order by id",
    args: [login],
  })
  expect(rows.map(({ act }) => act)).toEqual(['token.make', 'token.revoke'])
  expect(JSON.stringify(rows)).not.toContain(token.slice(18))
  expect(JSON.parse(String(rows[0]?.after))).toEqual({
    name: 'My script',
    scopes: 'account:read',
    expiresAt: now + 30 * day,
  })
})

test("another user's token cannot be revoked, and nothing is revealed", async () => {
  const [owner, other] = [await registered(site), await registered(site)]
  const token = await made(owner.visitor)
  expect((await other.visitor.post('/en/account/tokens', { token: token.slice(5, 18) })).status).toBe(303)
  expect(await other.visitor.read('/en/account/tokens')).not.toContain('Token revoked.')
  expect(await me(token)).toBe(200)
})

test.each([
  ['90', '', 90 * day],
  ['365', '', 365 * day],
  // The token is valid for the whole day in Moscow time.
  ['date', '2026-11-21', 12 * 60 * minute],
  ['date', '2027-11-21', 365 * day + 12 * 60 * minute],
])('valid for %s %s', async (lifetime, date, ms) => {
  now = Date.UTC(2026, 10, 21, 9)
  const { visitor } = await registered(site)
  expect(Number((await rowOf(await made(visitor, { lifetime, date })))?.expires_at)).toBe(now + ms)
})

test('errors appear at their fields, and checked boxes stay checked', async () => {
  now = Date.UTC(2026, 10, 21, 9)
  const { visitor } = await registered(site)
  const send = (more: Record<string, string>) => visitor.post('/en/account/tokens/new', { ...fields, ...more })
  for (const [more, words] of [
    [{ name: ' ' }, 'Use 1 to 80 characters.'],
    [{ lifetime: '' }, 'Choose a period from the list.'],
    [{ lifetime: 'date', date: '2026-11-20' }, 'Enter a day from today to a year from now.'],
    [{ lifetime: 'date', date: '2027-11-23' }, 'Enter a day from today to a year from now.'],
    [{ lifetime: 'date', date: 'soon' }, 'Enter a day from today to a year from now.'],
  ] as const) {
    const { status, html } = await send(more)
    expect(status).toBe(422)
    expect(html).toContain(words)
    expect(html).toMatch(/name="scopes"[^>]*checked[^>]*value="account:read"|value="account:read"[^>]*checked/)
  }
  const { scopes: _, ...without } = fields
  const none = await visitor.post('/en/account/tokens/new', without)
  expect(none.status).toBe(422)
  expect(none.html).toContain('Choose at least one permission.')
  expect((await send({ scopes: 'admin' })).status).toBe(400)
})

test('after fifteen minutes the password is required first', async () => {
  const { visitor } = await registered(site)
  const token = await made(visitor)
  now += 16 * minute
  const confirm = '/en/account/confirm?next=%2Fen%2Faccount%2Ftokens%2Fnew'
  expect((await visitor.get('/en/account/tokens/new')).location).toBe(confirm)
  expect((await visitor.post('/en/account/tokens', { token: token.slice(5, 18) })).location).toStartWith(
    '/en/account/confirm',
  )
  expect(await me(token)).toBe(200)
})

test('a new password revokes all tokens', async () => {
  const { visitor } = await registered(site)
  const token = await made(visitor)
  const changed = await visitor.post('/en/account/password', {
    current: 'корабль лампа 7',
    wanted: 'другой корабль 8',
  })
  expect(changed.status).toBe(303)
  expect(await me(token)).toBe(401)
})

test('the twenty-first token is refused, keeping the input', async () => {
  const { visitor } = await registered(site)
  for (let n = 0; n < 20; n++) await made(visitor)
  const { status, html } = await visitor.post('/en/account/tokens/new', fields)
  expect(status).toBe(422)
  expect(html).toContain('You have 20 valid tokens already.')
  expect(html).toContain('My script')
})
