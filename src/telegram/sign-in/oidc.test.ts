import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { makeAdministrator } from '../../../tests/administrator.ts'
import { type Forgery, type OidcIssuer, startOidcIssuer } from '../../../tests/doubles/oidc-issuer.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { addUsers } from '../../../tests/users.ts'
import { type CookieVisitor, createVisitor } from '../../../tests/visitor.ts'
import { createOidcClient } from './oidc.ts'

const client = { clientId: '1000001', clientSecret: 'aClientSecret1' }
let issuer: OidcIssuer
let site: TestSite
beforeAll(async () => {
  issuer = await startOidcIssuer(client)
  const env = {
    TELEGRAM_TOKEN: '1000001:double',
    TELEGRAM_OIDC_ISSUER: issuer.url,
    TELEGRAM_OIDC_CLIENT_ID: client.clientId,
    TELEGRAM_OIDC_CLIENT_SECRET: client.clientSecret,
  }
  site = await createTestSite({ env })
})
afterAll(async () => {
  await site.close()
  await issuer.close()
})
afterEach(() => {
  Object.assign(issuer.next, { forgery: {}, isDenied: false })
})

let people = 0

async function link(userId: string): Promise<number> {
  const chat = 31_000 + ++people
  const sql = `insert into subscribers (chat_id, locale, name, state, user_id, created_at, active_at) values (?, 'en', '', 'active', ?, 0, 0)`
  await site.appDb.client.execute({ sql, args: [chat, userId] })
  return chat
}

async function linked(): Promise<number> {
  const [id = ''] = await addUsers(site.appDb, [{ login: `oidc-${++people}` }])
  return link(id)
}

/** Leaves for Telegram, and returns like a browser. @returns the location after the sign-in */
async function signIn(visitor: CookieVisitor, person: number, { next = '', forgery = {} as Forgery } = {}) {
  Object.assign(issuer.next, { person, forgery })
  const leaving = await visitor.get(`/en/login/telegram${next}`)
  const back = new URL(await issuer.visit(leaving.location ?? ''))
  return (await visitor.get(back.pathname + back.search)).location
}

test('the sign-in page offers Telegram, which signs in a person who has linked it', async () => {
  const visitor = createVisitor(site)
  expect(await visitor.read('/en/login?next=%2Fen%2Faccount')).toContain(
    'href="/en/login/telegram?next=%2Fen%2Faccount"',
  )
  expect(await signIn(visitor, await linked(), { next: '?next=%2Fen%2Faccount' })).toBe('/en/account')
  expect((await visitor.get('/en/account')).status).toBe(200)
})

test('others are shown how to link', async () => {
  expect(await signIn(createVisitor(site), 999)).toBe('/en/login?problem=telegram-unlinked')
})

test('the second factor is still required, and a ban applies', async () => {
  const { user } = await makeAdministrator(site.appDb, 'keeper')
  const visitor = createVisitor(site)
  expect(await signIn(visitor, await link(user.id))).toBe('/en/login')
  expect(visitor.cookie('sid')).toBeUndefined()
  expect(await visitor.read('/en/login')).toContain('name="code"')
  const [id = ''] = await addUsers(site.appDb, [{ login: 'banned-one', status: 'banned' }])
  expect(await signIn(createVisitor(site), await link(id))).toBe('/en/login?problem=banned')
})

const failed = '/en/login?problem=telegram-failed'

test.each([
  ['of another issuer', { claims: { iss: 'https://other.example' } }],
  ['for another client', { claims: { aud: '1000002' } }],
  ['with another nonce', { claims: { nonce: 'x' } }],
  ['that has ended', { claims: { exp: 1_700_000_000 } }],
  ['signed by somebody else', { isForeign: true }],
  ['signed in another way', { header: { alg: 'HS256' } }],
  ['not signed', { header: { alg: 'none' } }],
  ['of no number', { claims: { id: undefined, sub: 'anna' } }],
] as [string, Forgery][])('a token %s signs nobody in', async (_, forgery) => {
  const visitor = createVisitor(site)
  expect(await signIn(visitor, await linked(), { forgery })).toBe(failed)
  expect(visitor.cookie('sid')).toBeUndefined()
})

test('an answer works once, only in the browser that requested it, with the person’s consent', async () => {
  const chat = await linked()
  issuer.next.person = chat
  const [victim, attacker] = [createVisitor(site), createVisitor(site)]
  const leaving = await attacker.get('/en/login/telegram')
  const back = new URL(await issuer.visit(leaving.location ?? ''))
  const path = back.pathname + back.search
  // Without the attacker's cookie, the start page and the language are unknown.
  expect((await victim.get(path)).location).toBe('/login?problem=telegram-failed')
  await victim.get('/en/login/telegram')
  expect((await victim.get(path)).location).toBe(failed)
  expect((await attacker.get(path)).location).toBe('/en/app')
  issuer.next.isDenied = true
  expect(await signIn(createVisitor(site), chat)).toBe(failed)
})

test('an unreachable issuer is reported; a discovery document is read', async () => {
  const described = await startOidcIssuer({ ...client, isDescribed: true })
  const options = { ...client, issuer: described.url, redirectUri: 'https://kurs.test/x', now: Date.now }
  const oidc = createOidcClient(options)
  described.next.person = 77
  const begun = await oidc.begin()
  const back = new URL(await described.visit(begun?.url ?? ''))
  if (!begun) throw new Error('It has not begun')
  expect(await oidc.finish(back, begun.pending)).toEqual({ status: 'known', chatId: 77 })
  await described.close()
  expect(await createOidcClient(options).begin()).toBeUndefined()
  expect(await oidc.finish(back, begun.pending)).toEqual({ status: 'unreachable' })
})
