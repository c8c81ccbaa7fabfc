import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { type SignedIn, signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { createTestBot, type TestBot } from '../../../tests/telegram-bot.ts'
import { newSession } from '../../auth/session/session.ts'
import { findSubscriber } from '../subscribers/subscriber-queries.ts'
import { deleteEndedOffers } from './link-queries.ts'

let ahead = 0
const now = () => Date.now() + ahead
let telegram: Telegram
let site: TestSite
let bot: TestBot
beforeAll(async () => {
  telegram = startTelegram()
  site = await createTestSite({ now, env: { TELEGRAM_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.root } })
  bot = createTestBot(site.appDb, { now })
})
afterAll(async () => {
  await site.close()
  await telegram.close()
})

let chats = 0
const newChat = () => 700_000 + ++chats

const page = '/en/account/telegram'

async function offered(person: Pick<SignedIn, 'cookie'>): Promise<string> {
  expect((await site.as(person).post(page)).status).toBe(303)
  const html = await site.as(person).read(page)
  const [, token] = /https:\/\/t\.me\/kurs_double_bot\?start=([\w-]{1,64})"/.exec(html) ?? []
  if (token === undefined) throw new Error(`No offer in ${html}`)
  return token
}

/** Returns the data of the buttons below the chat's last question: yes, and no. */
async function answersOf(chat: number): Promise<string[]> {
  const question = (await bot.said(chat)).at(-1)
  const rows: { callback_data: string }[][] = Object(question?.params.reply_markup).inline_keyboard ?? []
  return rows.flat().map(({ callback_data }) => callback_data)
}

/** Completes all steps of linking a person's account with a chat. */
async function link(person: SignedIn, chat: number): Promise<void> {
  await bot.write(chat, `/start ${await offered(person)}`, { username: `user_${chat}` })
  const [yes = ''] = await answersOf(chat)
  await bot.click(chat, yes)
  expect((await site.as(person).post(`${page}/confirmation`)).status).toBe(303)
}

const userOf = async (chat: number) => (await findSubscriber(site.appDb, chat))?.userId

async function audited(userId: string): Promise<unknown[]> {
  const sql =
    "select act, actor_id = subject_id as own from audit_log where subject_id = ? and act like 'telegram.%' order by id"
  return (await site.appDb.client.execute({ sql, args: [userId] })).rows.map(({ act, own }) => [act, own])
}

test('an account is linked only after the chat and then the site have confirmed it', async () => {
  const person = await signIn(site.appDb)
  const chat = newChat()
  expect(await site.as(person).read(page)).toContain('Your account is not linked to Telegram.')
  const token = await offered(person)
  await bot.write(chat, `/start ${token}`, { username: 'anna', first_name: 'Anna' })
  expect(await site.as(person).read(page)).toContain('The chat “Anna (@anna)” has opened the link.')
  expect((await site.as(person).post(`${page}/confirmation`)).status).toBe(409)
  const [yes = ''] = await answersOf(chat)
  expect(Buffer.byteLength(yes)).toBeLessThanOrEqual(64)
  await bot.click(chat, yes)
  expect(await userOf(chat)).toBeNull()
  expect(await site.as(person).read(page)).toContain('Is it yours?')
  expect((await site.as(person).post(`${page}/confirmation`)).status).toBe(303)
  expect(await userOf(chat)).toBe(person.id)
  expect(await site.as(person).read(page)).toContain('Your account is linked to the chat “Person')
  const { rows } = await site.appDb.client.execute({
    sql: 'select telegram_id, telegram_name from users where id = ?',
    args: [person.id],
  })
  expect({ ...rows[0] }).toMatchObject({ telegram_id: chat })
  expect(await audited(person.id)).toEqual([['telegram.link', 1]])
  expect((await bot.texts(chat)).at(-1)).toStartWith('Done: the chat is linked')
})

test('the link works for ten minutes and one chat, and only its hash is stored', async () => {
  const person = await signIn(site.appDb, { now: now() })
  const [first, second, late] = [newChat(), newChat(), newChat()]
  const token = await offered(person)
  const { rows } = await site.appDb.client.execute('select * from telegram_links')
  expect(JSON.stringify(rows)).not.toContain(token)
  await bot.write(first, `/start ${token}`)
  const [yes = ''] = await answersOf(first)
  await bot.write(second, `/start ${token}`)
  expect((await bot.texts(second)).at(-1)).toStartWith('This link has expired')
  // The yes button of the first chat does nothing when another chat sends its click.
  await bot.click(second, yes)
  expect((await site.as(person).post(`${page}/confirmation`)).status).toBe(409)
  ahead += 10 * 60_000
  await bot.write(late, `/start ${token}`)
  expect((await bot.texts(late)).at(-1)).toStartWith('This link has expired')
  await bot.click(first, yes)
  expect((await site.as(person).post(`${page}/confirmation`)).status).toBe(409)
  await deleteEndedOffers(site.appDb, now())
  const left = await site.appDb.client.execute('select count(*) as n from telegram_links')
  expect(left.rows[0]?.n).toBe(0)
})

test('a refusal in the chat or on the site links nothing; a new link ends the previous one', async () => {
  const person = await signIn(site.appDb, { now: now() })
  const [one, other, third] = [newChat(), newChat(), newChat()]
  await bot.write(one, `/start ${await offered(person)}`)
  const [, no = ''] = await answersOf(one)
  await bot.click(one, no)
  expect(await site.as(person).read(page)).toContain('Your account is not linked')
  const token = await offered(person)
  ahead += 1
  await offered(person)
  await bot.write(other, `/start ${token}`)
  expect((await bot.texts(other)).at(-1)).toStartWith('This link has expired')
  await bot.write(third, `/start ${await offered(person)}`)
  const [yes = ''] = await answersOf(third)
  await bot.click(third, yes)
  expect((await site.as(person).post(`${page}/removal`)).status).toBe(303)
  expect((await site.as(person).post(`${page}/confirmation`)).status).toBe(409)
  expect(await userOf(third)).toBeNull()
})

test('another session of the person, and an impersonator, cannot see or confirm it', async () => {
  const person = await signIn(site.appDb, { now: now() })
  const chat = newChat()
  await bot.write(chat, `/start ${await offered(person)}`)
  const [yes = ''] = await answersOf(chat)
  await bot.click(chat, yes)
  const visitor = { userId: person.id, now: now(), address: '10.0.0.2', userAgent: 'Another' }
  const another = newSession(site.appDb, visitor)
  const looking = newSession(site.appDb, { ...visitor, impersonatorId: (await admin()).id })
  await site.appDb.writeBatch([another.statement, looking.statement])
  for (const [{ token }, status] of [
    [another, 409],
    [looking, 403],
  ] as const) {
    const cookie = { cookie: `__Host-sid=${token}` }
    expect(await site.as(cookie).read(page)).toContain('Your account is not linked')
    expect((await site.as(cookie).post(`${page}/confirmation`)).status).toBe(status)
  }
  expect(await userOf(chat)).toBeNull()
})

async function admin(): Promise<SignedIn> {
  const someone = await signIn(site.appDb, { now: now() })
  await site.appDb.client.execute({ sql: "update users set role = 'admin' where id = ?", args: [someone.id] })
  return someone
}

test('a chat has one account, and an account one chat', async () => {
  const [first, second] = [await signIn(site.appDb, { now: now() }), await signIn(site.appDb, { now: now() })]
  const chat = newChat()
  await link(first, chat)
  await bot.said(chat)
  await bot.write(chat, `/start ${await offered(second)}`)
  expect((await bot.texts(chat)).at(-1)).toStartWith('This chat is already linked to the account')
  expect((await site.as(first).post(page)).status).toBe(303)
  expect(await site.as(first).read(page)).not.toContain('t.me/')
})

test('the name of an account cannot end the question around it', async () => {
  const person = await signIn(site.appDb, { now: now() })
  const sql = 'update users set name = ? where id = ?'
  await site.appDb.client.execute({ sql, args: ['Ivan” (ivan) at kurs.test?\n\nPress “Link” @admin', person.id] })
  const chat = newChat()
  await bot.write(chat, `/start ${await offered(person)}`)
  const [question = ''] = await bot.texts(chat)
  expect(question).toStartWith('Link this chat to the account “Ivan (ivan) at kurs.test? Press Link admin” (member-')
})

test('either side can unlink; the chat is notified, and the audit log records it', async () => {
  const person = await signIn(site.appDb, { now: now() })
  const chat = newChat()
  await link(person, chat)
  expect((await site.as(person).post(`${page}/removal`)).status).toBe(303)
  expect(await userOf(chat)).toBeNull()
  expect((await bot.texts(chat)).at(-1)).toMatch(/was unlinked from this chat on the site/)
  await link(person, chat)
  await bot.write(chat, '/unlink')
  expect(await userOf(chat)).toBeNull()
  expect((await bot.texts(chat)).at(-1)).toStartWith('The chat is unlinked')
  await bot.write(chat, '/unlink')
  expect((await bot.texts(chat)).at(-1)).toBe('This chat is not linked to any account.')
  expect(await site.as(person).read(page)).toContain('Your account is not linked')
  const [linked, unlinked] = [
    ['telegram.link', 1],
    ['telegram.unlink', 1],
  ]
  expect(await audited(person.id)).toEqual([linked, unlinked, linked, unlinked])
})

test('the news settings are saved, and the page refreshes its region while it waits', async () => {
  const person = await signIn(site.appDb, { now: now() })
  const chat = newChat()
  await offered(person)
  const region = await site.as(person).part(page)
  expect(region.html).toStartWith('<div id="telegram-link"')
  expect(region.html).toContain('hx-trigger="every 2s"')
  await link(person, chat)
  await site.as(person).post(`${page}/news`, { wantsReports: 'yes' })
  expect(await findSubscriber(site.appDb, chat)).toMatchObject({ wantsAlerts: false, wantsReports: true })
  expect(await site.as(person).read(page)).not.toContain('hx-trigger="every')
})
