import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addBot, cross, openBotsDb } from '../../../tests/running-bots.ts'
import { createTestBot, type TestBot } from '../../../tests/telegram-bot.ts'
import { addUsers } from '../../../tests/users.ts'
import type { Db } from '../../db/client.ts'
import { enqueueNews } from './enqueue-news.ts'

const now = Date.UTC(2026, 10, 22, 12)
let db: Db
let close: () => Promise<void>
let bot: TestBot
beforeAll(async () => {
  ;({ db, close } = await openBotsDb())
  bot = createTestBot(db)
})
afterAll(() => close())

const enqueueAll = () => enqueueNews({ ...bot.deps, now: () => now })

let chats = 0

interface Wishes {
  state?: string
  alerts?: boolean
  reports?: boolean
  locale?: 'ru' | 'en'
}

/** Creates a person whose account is linked with a chat. */
async function linked({ state = 'active', alerts = true, reports = true, locale = 'en' }: Wishes = {}) {
  const chat = 910_000 + ++chats
  const [id = ''] = await addUsers(db, [{ login: `linked-${chat}` }])
  const sql = `insert into subscribers (chat_id, locale, name, state, user_id, wants_alerts, wants_reports, created_at, active_at)
    values (?, ?, 'Anna', ?, ?, ?, ?, 0, 0)`
  await db.client.execute({ sql, args: [chat, locale, state, id, alerts, reports] })
  return { id, chat }
}

async function fire(userId: string, at = now - 1000, note = '', asset = 'BTCUSDT'): Promise<void> {
  const sql = `insert into price_alerts (id, user_id, asset, kind, value, base_price, note, created_at, fired_at, fired_price)
    values (?, ?, ?, 'level', 65000, 60000, ?, 0, ?, 65000.5)`
  await db.client.execute({ sql, args: [crypto.randomUUID(), userId, asset, note, at] })
}

test('a fired alert is sent to the chat once, however often and by whatever process', async () => {
  const { id, chat } = await linked()
  await fire(id, now - 1000, 'sell <half>')
  await Promise.all([enqueueAll(), enqueueAll()])
  await enqueueAll()
  expect(await bot.texts(chat)).toEqual([
    '🔔 BTC/USDT rose to 65,000.00, price 65,000.50\nNov 22, 2026, 14:59\nsell <half>\nhttps://kurs.test/en/app/charts?asset=BTCUSDT&at=1795348799000',
  ])
  await fire(id)
  await enqueueAll()
  expect(await bot.texts(chat)).toHaveLength(1)
})

test('a fired alert of an asset that is no longer traded leads to the list of alerts', async () => {
  const { id, chat } = await linked()
  await fire(id, now - 1000, '', 'GONEUSDT')
  await enqueueAll()
  expect(await bot.texts(chat)).toEqual([
    '🔔 GONEUSDT rose to 65,000.00, price 65,000.50\nNov 22, 2026, 14:59\nhttps://kurs.test/en/app/alerts',
  ])
})

test.each([
  ['has stopped the bot', { state: 'stopped' }, now],
  ['has blocked it', { state: 'blocked' }, now],
  ['does not want alerts', { alerts: false }, now],
  ['was not reached for an hour', {}, now - 3_600_001],
] as [string, Wishes, number][])('sends nothing to a person who %s', async (_, wishes, at) => {
  const { id, chat } = await linked(wishes)
  await fire(id, at)
  await enqueueAll()
  expect(await bot.texts(chat)).toEqual([])
})

test('a halted bot is reported in the language of the chat, once per halt', async () => {
  const { id, chat } = await linked({ locale: 'ru' })
  const halted = { user_id: id, name: 'Мой', state: 'halted', reason: 'drawdown', updated_at: now, cursor: 60_000 }
  const botId = await addBot(db, 'BTCUSDT', cross, halted)
  await addBot(db, 'BTCUSDT', cross, { ...halted, state: 'stopped' })
  await enqueueAll()
  await enqueueAll()
  expect(await bot.texts(chat)).toEqual([
    `Бот «Мой» остановлен: достигнут предел просадки.\nhttps://kurs.test/app/bots/${botId}`,
  ])
  await db.client.execute({ sql: 'update bots set cursor = 120000 where id = ?', args: [botId] })
  await enqueueAll()
  expect(await bot.texts(chat)).toHaveLength(1)
})

async function checked(userId: string, trades: number, differing: number, report: object): Promise<string> {
  const id = await addBot(db, 'BTCUSDT', cross, { user_id: userId, name: 'Mine' })
  const sql = 'insert into bot_drifts (bot_id, checked_at, until, trades, differing, report) values (?, ?, 5, ?, ?, ?)'
  await db.client.execute({ sql, args: [id, now - 1000, trades, differing, JSON.stringify(report)] })
  return id
}

test('reports of checked bots are sent; those without differences silently', async () => {
  const { id, chat } = await linked()
  const quiet = await linked({ reports: false })
  for (const owner of [id, quiet.id]) await checked(owner, 12, 0, { differences: [] })
  await checked(id, 12, 3, { differences: [] })
  await checked(id, 0, 0, { differences: [], failure: 'acts-gone' })
  await enqueueAll()
  await enqueueAll()
  const messages = (await bot.said(chat)).map(({ params }) => [
    String(params.text).split('\n')[0],
    params.disable_notification,
  ])
  expect(messages.toSorted()).toEqual([
    ['Bot “Mine” checked: the replay made different trades: 3 of 12.', false],
    ['Bot “Mine” checked: the replay made the same trades (12).', true],
    ['The bot “Mine” could not be checked: its earliest actions are no longer available.', false],
  ])
  expect(await bot.texts(quiet.chat)).toEqual([])
})

async function newDevice(userId: string, hash: string, at: number, isNew = true): Promise<void> {
  const sql = `insert into devices (user_id, hash, created_at, seen_at, user_agent, address, is_new)
    values (?, ?, ?, ?, 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0', '192.0.2.7', ?)`
  await db.client.execute({ sql, args: [userId, hash, at, at, isNew] })
}

test('a sign-in on a new device is reported once; the first device does not count', async () => {
  const { id, chat } = await linked({ alerts: false, reports: false })
  await newDevice(id, 'first', now - 2000, false)
  await enqueueAll()
  expect(await bot.texts(chat)).toEqual([])
  await newDevice(id, 'second', now - 1000)
  await Promise.all([enqueueAll(), enqueueAll()])
  await enqueueAll()
  const [text = '', ...more] = await bot.texts(chat)
  expect(text).toContain(`New sign-in to linked-${chat}: Firefox on Windows, 192.0.2.7`)
  expect(text).toEndWith('https://kurs.test/en/account/sessions')
  expect(more).toEqual([])
})

const warn = (userId: string, codes: number, since: number, lastAt: number) => {
  const sql = `insert into account_warnings (user_id, wrong_codes, since, last_at, last_address) values (?, ?, ?, ?, '192.0.2.8')
    on conflict (user_id) do update set wrong_codes = excluded.wrong_codes, since = excluded.since, last_at = excluded.last_at`
  return db.client.execute({ sql, args: [userId, codes, since, lastAt] })
}

test('a new API token is reported once, with the page to revoke it', async () => {
  const { id, chat } = await linked()
  const sql = `insert into api_tokens (id, user_id, name, hash, scopes, created_at, expires_at)
    values (?, ?, 'My <script>', x'00', 'backtest', ?, ?)`
  await db.client.execute({ sql, args: ['fresh', id, now - 1000, now + 1000] })
  await db.client.execute({ sql, args: ['old', id, now - 2 * 3_600_000, now + 1000] })
  await Promise.all([enqueueAll(), enqueueAll()])
  await enqueueAll()
  const texts = await bot.texts(chat)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('an API token “My <script>” was created on')
  expect(texts[0]).toEndWith('\nhttps://kurs.test/en/account/tokens')
})

test('a new passkey is reported once, with the page to remove it; added again it is new', async () => {
  const { id, chat } = await linked()
  const russian = await linked({ locale: 'ru', alerts: false, reports: false })
  const add = (key: string, userId: string, at: number) => {
    const sql = `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
      values (?, ?, 'My <key>', x'00', 0, 'internal', ?)`
    return db.client.execute({ sql, args: [key, userId, at] })
  }
  await add('fresh', id, now - 2000)
  await add('old', id, now - 2 * 3_600_000)
  await add('other', russian.id, now - 1000)
  await Promise.all([enqueueAll(), enqueueAll()])
  await enqueueAll()
  const [text = '', ...more] = await bot.texts(chat)
  expect(text).toContain(`linked-${chat}: a passkey “My <key>” was added on`)
  expect(text).toEndWith('\nhttps://kurs.test/en/account/passkeys')
  expect(more).toEqual([])
  const [words = ''] = await bot.texts(russian.chat)
  expect(words).toContain(`Аккаунт linked-${russian.chat}: добавлен ключ доступа «My <key>»`)
  expect(words).toEndWith('\nhttps://kurs.test/account/passkeys')
  await db.client.execute("delete from passkeys where id = 'fresh'")
  await add('fresh', id, now - 1000)
  await enqueueAll()
  expect(await bot.texts(chat)).toHaveLength(1)
})

test('wrong codes are reported once per burst, from the third on', async () => {
  const { id, chat } = await linked({ locale: 'ru' })
  const messages = async () => {
    await enqueueAll()
    return (await bot.texts(chat)).length
  }
  await warn(id, 2, now - 3000, now - 3000)
  expect(await messages()).toBe(0)
  await warn(id, 3, now - 3000, now - 2000)
  expect(await messages()).toBe(1)
  await warn(id, 9, now - 3000, now - 1000)
  expect(await messages()).toBe(0)
  await warn(id, 3, now - 500, now - 100)
  expect(await messages()).toBe(1)
})
