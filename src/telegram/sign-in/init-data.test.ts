import { afterAll, beforeAll, expect, test } from 'bun:test'
import { signInitData } from '../../../tests/doubles/telegram-init-data.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { addUsers } from '../../../tests/users.ts'
import { createVisitor } from '../../../tests/visitor.ts'
import { newLink } from '../../auth/link.ts'
import { checkInitData } from './sign-in-routes.tsx'

const token = '1000001:double'
const now = Date.UTC(2026, 10, 22, 12)

const initData = (fields: Record<string, string>, key = token) => signInitData(key, fields)
const seconds = (ms: number) => String(ms / 1000)
const usual = {
  auth_date: seconds(now),
  query_id: 'AAF',
  signature: 'x-y_z',
  user: '{"id":42,"first_name":"Анна & Co"}',
}

test('the data that opens a Mini App identifies the chat', () => {
  const checked = checkInitData(token, initData(usual), now + 1000)
  expect(checked).toMatchObject({ status: 'valid', chatId: 42, expiresAt: now + 300_000 })
})

test.each([
  ['five minutes old', usual, 300_000, 'stale'],
  ['just under five minutes', usual, 299_999, 'valid'],
  ['of the future', usual, -60_001, 'stale'],
  ['without a date', { ...usual, auth_date: '' }, 0, 'stale'],
  ['of nobody', { ...usual, user: '{}' }, 0, 'forged'],
  ['of no JSON', { ...usual, user: '42' }, 0, 'forged'],
] as const)('data %s', (_, fields, later, status) => {
  expect(checkInitData(token, initData(fields), now + later)).toMatchObject({ status })
})

test('changed data, repeated fields and the signature of another bot are refused', () => {
  const good = initData(usual)
  const forged = [
    '',
    'hash=',
    good.replace('42', '43'),
    good.replace('x-y_z', 'other'),
    `${good}&start_param=x`,
    `${good}&user=${encodeURIComponent('{"id":43}')}`,
    good.replace(/hash=\w+/, 'hash=00'),
    initData(usual, '1000002:other'),
  ]
  for (const data of forged) expect(checkInitData(token, data, now)).toEqual({ status: 'forged' })
})

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ now: () => now, env: { TELEGRAM_TOKEN: token } })
})
afterAll(() => site.close())

let people = 0

async function linked(): Promise<number> {
  const chat = 42_000 + ++people
  const [id = ''] = await addUsers(site.appDb, [{ login: `mini-${chat}` }])
  const sql = `insert into subscribers (chat_id, locale, name, state, user_id, created_at, active_at) values (?, 'en', '', 'active', ?, 0, 0)`
  await site.appDb.client.execute({ sql, args: [chat, id] })
  return chat
}

const dataOf = (chat: number, query_id = 'A') => initData({ ...usual, query_id, user: `{"id":${chat}}` })
const open = async (data: string) => createVisitor(site).post('/en/login/telegram/app', { data })

test('a linked person is signed in by it, once', async () => {
  const data = dataOf(await linked())
  const visitor = createVisitor(site)
  expect(await visitor.read('/en/login/telegram/app')).toContain('data-mini-app')
  expect(await visitor.post('/en/login/telegram/app', { data })).toMatchObject({ status: 303, location: '/en/app' })
  expect(visitor.cookie('sid')).toBeString()
  expect(await open(data)).toMatchObject({ status: 303, location: '/en/login?problem=telegram-failed' })
})

test('Telegram Web may frame this page, and no other page of the site', async () => {
  const ancestorsOf = async (path: string, init?: RequestInit) => {
    const { headers } = await site.app.request(path, init)
    return /frame-ancestors [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0]
  }
  for (const path of ['/login/telegram/app', '/en/login/telegram/app']) {
    expect(await ancestorsOf(path)).toBe('frame-ancestors https://web.telegram.org')
    const forged = { method: 'POST', body: new URLSearchParams({ data: 'x' }), headers: { 'sec-fetch-site': 'none' } }
    expect(await ancestorsOf(path, forged)).toBe("frame-ancestors 'none'")
  }
  for (const path of ['/', '/en/login', '/en/login/telegram', '/en/login/telegram/app/x', '/en/app', '/robots.txt']) {
    expect(await ancestorsOf(path)).toBe("frame-ancestors 'none'")
  }
})

test('others are shown how to link; forged data signs nobody in', async () => {
  expect((await open(dataOf(41_999))).location).toBe('/en/login?problem=telegram-unlinked')
  const { html } = await createVisitor(site).get('/en/login?problem=telegram-unlinked')
  expect(html).toContain('This Telegram account is not linked to any Kurs account.')
  const data = dataOf(await linked()).replace(/hash=\w/, 'hash=')
  expect((await open(data)).location).toBe('/en/login?problem=telegram-failed')
})

test('a password reset removes the sign-in with Telegram, which another person may have added', async () => {
  const chat = await linked()
  const { rows } = await site.appDb.client.execute({
    sql: 'select user_id from subscribers where chat_id = ?',
    args: [chat],
  })
  const userId = String(rows[0]?.user_id)
  await site.appDb.client.execute({ sql: 'update users set telegram_id = ? where id = ?', args: [chat, userId] })
  const { token, statements } = newLink(site.appDb, 'reset', userId, now)
  await site.appDb.writeBatch(statements)
  const visitor = createVisitor(site)
  const address = `/en/new-password?token=${token}`
  expect((await visitor.post(address, { password: 'short' })).status).toBe(422)
  expect((await open(dataOf(chat, 'before'))).location).toBe('/en/app')
  expect((await visitor.post(address, { password: 'lantern walks at 7' })).status).toBe(303)
  expect((await open(dataOf(chat, 'after'))).location).toBe('/en/login?problem=telegram-unlinked')
  const left = await site.appDb.client.execute({ sql: 'select telegram_id from users where id = ?', args: [userId] })
  expect(left.rows[0]?.telegram_id).toBeNull()
})

test('the number of remembered sign-ins of one person within five minutes is limited', async () => {
  const chat = await linked()
  for (let at = 0; at < 10; at++) expect((await open(dataOf(chat, `q${at}`))).location).toBe('/en/app')
  expect((await open(dataOf(chat, 'one more'))).location).toBe('/en/login?problem=telegram-failed')
})
