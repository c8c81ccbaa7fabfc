import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { addSecondFactor, auditOf, isSignedIn, registered, signIn, userOf } from '../../../tests/asvs-people.ts'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { createTestBot, type TestBot } from '../../../tests/telegram-bot.ts'
import { codeNow } from '../../../tests/totp-code.ts'
import { createVisitor } from '../../../tests/visitor.ts'
import { createAuthDeps } from '../../auth/auth-deps.ts'
import { unlinkChat } from '../../auth/link-queries.ts'
import type { Db } from '../../db/client.ts'
import { openParams } from '../notices/sealed-params.ts'
import { sendPasswordLink } from './send-password-link.ts'

setDefaultTimeout(60_000)

const minute = 60_000
const path = '/en/lost-password'
const wanted = 'другая лампа и 9'

let telegram: Telegram
let site: TestSite
let bot: TestBot
let now = Date.UTC(2026, 10, 30, 9)
beforeAll(async () => {
  telegram = startTelegram()
  site = await createTestSite({
    now: () => now,
    env: { TELEGRAM_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.root },
  })
  bot = createTestBot(site.appDb, { now: () => now })
})
afterAll(async () => {
  await site.close()
  await telegram.close()
})

let chats = 0

/** Registers a user whose account is linked to a chat of its own. */
async function linked() {
  const person = await registered(site)
  const chat = 800_000 + ++chats
  await bot.write(chat, '/start')
  await bot.texts(chat)
  await site.appDb.client.batch([
    { sql: 'update subscribers set user_id = ? where chat_id = ?', args: [person.id, chat] },
    { sql: 'update users set telegram_id = ? where id = ?', args: [chat, person.id] },
  ])
  return { ...person, chat }
}

const ask = (login: string, visitor = createVisitor(site)) => visitor.post(path, { login })

/** Returns the paths of the links that a chat has got since the last call. */
async function linksIn(chat: number): Promise<string[]> {
  const said = await bot.said(chat)
  const texts = said.map(({ params }) => String(openParams(telegram.token, params)?.text))
  return texts.map((text) => /https:\/\/kurs\.test(\/en\/new-password\?token=\S+)$/.exec(text)?.[1] ?? text)
}

async function newLink(login: string, chat: number): Promise<string> {
  await ask(login)
  const [link = ''] = await linksIn(chat)
  return link
}

test('a link in the linked chat sets a password once, ends all sessions and keeps the chat', async () => {
  const { login, chat, visitor } = await linked()
  const link = await newLink(login.toUpperCase(), chat)
  expect(link).toStartWith('/en/new-password?token=')
  expect(await isSignedIn(visitor)).toBe(true)
  const other = createVisitor(site)
  expect(await other.read(link)).toContain(`Choose a new password for ${login}.`)
  const answer = await other.post(link, { password: wanted })
  expect([answer.status, answer.location]).toEqual([303, '/en/app'])
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([false, true])
  expect((await createVisitor(site).post(link, { password: 'третья лампа 11' })).status).toBe(404)
  expect((await signIn(site, login, wanted)).answer.status).toBe(303)
  expect((await userOf(site, login)).telegramId).toBe(chat)
  const acts = (await auditOf(site, login)).map(({ act, is_success }) => [act, is_success])
  expect(acts).toContainEqual(['user.password-link', 1])
  expect(acts).toContainEqual(['user.password', 1])
})

test('the answer is the same for every login, and only a linked chat gets a link', async () => {
  const { login, chat } = await linked()
  const unlinked = await registered(site)
  const stopped = await linked()
  await bot.write(stopped.chat, '/stop')
  await bot.texts(stopped.chat)
  const banned = await linked()
  await site.appDb.client.execute({ sql: "update users set status = 'banned' where id = ?", args: [banned.id] })
  const answers = []
  for (const each of [login, unlinked.login, stopped.login, banned.login, 'nobody-at-all', "x' or 1=1 --"]) {
    const { status, location, html, headers } = await ask(each)
    const names = [...headers.keys()].filter((name) => name !== 'x-request-id')
    answers.push(JSON.stringify([status, location, html, names]))
  }
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toStartWith('[303,"/en/lost-password?asked=1"')
  expect(await createVisitor(site).read(`${path}?asked=1`)).toContain('If this account is linked to Telegram')
  expect((await linksIn(chat)).length).toBe(1)
  expect([await linksIn(stopped.chat), await linksIn(banned.chat)]).toEqual([[], []])
  const [refused] = await auditOf(site, unlinked.login)
  expect(refused).toMatchObject({ act: 'user.password-link', is_success: 0 })
})

test('every request is one query and one write, whether or not the login exists', async () => {
  const { login } = await linked()
  const written = async (which: string) => {
    const before = site.logged().length
    await ask(which)
    expect(site.logged().slice(before)).not.toContain('token=')
    const { rows } = await site.appDb.client.execute('select count(*) as n, sum(count) as sum from audit_log')
    return Number(rows[0]?.sum)
  }
  const first = await written(login)
  expect(await written('somebody-unknown')).toBe(first + 1)
  expect(await written(login)).toBe(first + 2)
})

test('a link works for fifteen minutes, and the database holds no token', async () => {
  const { login, chat } = await linked()
  const link = await newLink(login, chat)
  const token = new URL(link, 'https://kurs.test').searchParams.get('token') ?? ''
  for (const table of ['account_links', 'notices', 'audit_log']) {
    const { rows } = await site.appDb.client.execute(`select * from ${table}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  }
  now += 15 * minute - 1
  expect((await createVisitor(site).get(link)).status).toBe(200)
  now += 1
  expect((await createVisitor(site).get(link)).status).toBe(404)
  expect((await createVisitor(site).post(link, { password: wanted })).status).toBe(404)
})

test('a stranger who asks again does not end the link that the owner has got', async () => {
  const { login, chat } = await linked()
  const link = await newLink(login, chat)
  now += 1
  await ask(login)
  expect((await createVisitor(site).get(link)).status).toBe(200)
  // A password that was chosen by one link ends the others.
  const [second = ''] = await linksIn(chat)
  expect((await createVisitor(site).post(second, { password: wanted })).status).toBe(303)
  expect((await createVisitor(site).get(link)).status).toBe(404)
})

test('a chat that was unlinked meanwhile cannot change the password', async () => {
  const { login, chat } = await linked()
  const link = await newLink(login, chat)
  await bot.write(chat, '/unlink')
  expect((await createVisitor(site).get(link)).status).toBe(404)
  await ask(login)
  expect((await linksIn(chat)).filter((text) => text.includes('token'))).toEqual([])
})

test('a link that was written while its chat was being unlinked is void, even when linked again', async () => {
  const { id, login, chat } = await linked()
  const change = (user: string | null) => {
    const to = user === null ? null : chat
    return site.appDb.client.batch([
      { sql: 'update subscribers set user_id = ? where chat_id = ?', args: [user, chat] },
      { sql: 'update users set telegram_id = ? where id = ?', args: [to, id] },
    ])
  }
  const writeBatch: Db['writeBatch'] = async (statements) => {
    await change(null)
    return site.appDb.writeBatch(statements)
  }
  const db = { ...site.appDb, writeBatch }
  const auth = createAuthDeps({ db, events: site.events, secret: 'x', siteUrl: 'https://kurs.test', isOpen: true })
  const asked = { login, address: '198.51.100.77', requestId: 'test', userAgent: 'A test' }
  await sendPasswordLink({ auth: { ...auth, now: () => now }, botToken: telegram.token }, asked)
  await change(id)
  const [link = ''] = await linksIn(chat)
  expect((await createVisitor(site).get(link)).status).toBe(404)
})

test('a password link of an administrator ends the links in the chat that it unlinks', async () => {
  const { id, login, chat } = await linked()
  await ask(login)
  await site.appDb.writeBatch(unlinkChat(site.appDb, id))
  const { rows } = await site.appDb.client.execute({
    sql: 'select kind from account_links where user_id = ?',
    args: [id],
  })
  expect(rows).toEqual([])
  expect((await linksIn(chat)).length).toBe(1)
})

test('the link replaces the password, not the second factor', async () => {
  const { login, chat } = await linked()
  const { key } = await addSecondFactor(site, login, now)
  const link = await newLink(login, chat)
  const visitor = createVisitor(site)
  const answer = await visitor.post(link, { password: wanted })
  expect([answer.status, answer.location]).toEqual([303, '/en/login'])
  expect(await isSignedIn(visitor)).toBe(false)
  await visitor.post('/en/login', { code: codeNow(key, now) })
  expect(await isSignedIn(visitor)).toBe(true)
})

test('a network may ask five times, and any networks together three times about one login', async () => {
  const visitor = createVisitor(site)
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await ask(`unknown-${n}`, visitor)).status)
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  const { login, chat } = await linked()
  for (const which of [login, 'never-registered']) {
    for (let n = 0; n < 3; n++) expect((await ask(which)).status).toBe(303)
    const answer = await ask(which)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1200'])
    expect(answer.html).toContain('Too many attempts.')
  }
  expect((await linksIn(chat)).length).toBe(3)
  now += 20 * minute
  expect((await ask(login)).status).toBe(303)
})

test('a login, known or not, gets six links and then one every four hours', async () => {
  const { login, chat } = await linked()
  for (const which of [login, 'never-registered-either']) {
    for (let n = 0; n < 6; n++) {
      expect((await ask(which)).status).toBe(303)
      now += 20 * minute
    }
    const answer = await ask(which)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7200'])
    expect(answer.html).toContain('Too many attempts.')
    now += 120 * minute
    expect((await ask(which)).status).toBe(303)
    now += 20 * minute
    expect((await ask(which)).status).toBe(429)
  }
  expect((await linksIn(chat)).length).toBe(7)
})

test('the page that a guest was about to open is kept on the way over the lost password', async () => {
  const query = '?next=%2Fen%2Fapp%2Falerts'
  const visitor = createVisitor(site)
  expect(await visitor.read(`/en/login${query}`)).toContain(`href="${path}${query}"`)
  const form = await visitor.read(path + query)
  for (const part of [`action="${path}${query}"`, `href="/en/login${query}"`]) expect(form).toContain(part)
  expect((await visitor.post(path + query, { login: '' })).html).toContain(`action="${path}${query}"`)
  const { location } = await visitor.post(path + query, { login: 'nobody-here' })
  expect(location).toBe(`${path}${query}&asked=1`)
  expect(await visitor.read(location ?? '')).toContain(`href="/en/login${query}"`)
  expect(await visitor.read(`${path}?next=%2F%2Felsewhere.test`)).toContain(`action="${path}"`)
})

test('an empty login is named in the error, and signed-in users are led to the app', async () => {
  const answer = await ask('  ')
  expect(answer.status).toBe(422)
  expect(answer.html).toContain('id="login-error"')
  const { visitor } = await registered(site)
  expect((await visitor.get(path)).location).toBe('/en/app')
})
