import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openBotsDb } from '../../../tests/running-bots.ts'
import { createTestBot } from '../../../tests/telegram-bot.ts'
import type { Db } from '../../db/client.ts'
import { createRateLimit } from '../../limits/rate-limit.ts'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { writeSubscribers } from '../import/import-queries.ts'
import { findSubscriber } from '../subscribers/subscriber-queries.ts'
import { createBotLimits } from './bot-deps.ts'
import { handleUpdate } from './handle-update.ts'
import { trimUpdates } from './update-queries.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openBotsDb())
})
afterAll(() => close())

let chats = 0
const newChat = () => 500_000 + ++chats

test('a person who starts the bot is subscribed in the language of their app, and greeted', async () => {
  const bot = createTestBot(db)
  const [anna, john] = [newChat(), newChat()]
  await bot.write(anna, '/start', {
    first_name: 'Анна',
    last_name: 'Иванова',
    username: 'anna',
    language_code: 'ru-RU',
  })
  await bot.write(john, '/start', { language_code: 'de' })
  expect(await findSubscriber(db, anna)).toMatchObject({
    locale: 'ru',
    name: 'Анна Иванова',
    username: 'anna',
    state: 'active',
    userId: null,
  })
  expect((await bot.texts(anna))[0]).toStartWith('Здравствуйте, Анна Иванова!')
  expect((await bot.texts(john))[0]).toStartWith('Hello, Person')
})

test('a person who stops gets no messages, whatever happens in the chat, until they start again', async () => {
  const bot = createTestBot(db)
  const chat = newChat()
  const state = async () => (await findSubscriber(db, chat))?.state
  await bot.write(chat, '/start')
  await bot.write(chat, '/stop')
  expect(await state()).toBe('stopped')
  await bot.write(chat, '/help')
  await bot.member(chat, 'kicked')
  await bot.member(chat, 'member')
  expect(await state()).toBe('stopped')
  await bot.write(chat, '/start')
  expect(await state()).toBe('active')
})

test('a person who stops before their chat is imported stays stopped', async () => {
  const bot = createTestBot(db)
  const [calm, quick] = [newChat(), newChat()]
  await bot.write(calm, '/stop')
  const limits = { ...createBotLimits(), answers: createRateLimit({ burst: 1, everyMs: 60_000 }) }
  const strict = createTestBot(db, { limits })
  for (const text of ['/help', '/stop']) await strict.write(quick, text)
  const imported = [calm, quick].map((chatId) => ({ chatId, locale: 'en' as const, name: 'Imported' }))
  await writeSubscribers(db, imported, Date.now())
  for (const chat of [calm, quick]) {
    expect(await findSubscriber(db, chat)).toMatchObject({ state: 'stopped', name: 'Imported' })
  }
})

test('a start link without an offer token only starts the bot', async () => {
  const bot = createTestBot(db)
  const chat = newChat()
  await bot.write(chat, '/start spring_2026')
  expect((await bot.texts(chat))[0]).toStartWith('Hello, Person')
})

test('a block is noticed at once, and so is its end', async () => {
  const bot = createTestBot(db)
  const chat = newChat()
  await bot.write(chat, '/start')
  await bot.member(chat, 'kicked')
  expect(await findSubscriber(db, chat)).toMatchObject({ state: 'blocked' })
  await bot.member(chat, 'member')
  expect(await findSubscriber(db, chat)).toMatchObject({ state: 'active' })
})

test('a language chosen by a button is remembered', async () => {
  const bot = createTestBot(db)
  const chat = newChat()
  await bot.write(chat, '/start')
  await bot.write(chat, '/lang')
  const [, question] = await bot.said(chat)
  expect(question?.params.reply_markup).toEqual({
    inline_keyboard: [
      [
        { text: 'Русский', callback_data: 'lang:ru' },
        { text: 'English', callback_data: 'lang:en' },
      ],
    ],
  })
  await bot.click(chat, 'lang:ru')
  expect((await bot.said(chat)).map(({ method }) => method)).toEqual(['answerCallbackQuery', 'editMessageText'])
  await bot.write(chat, '/start')
  expect(await findSubscriber(db, chat)).toMatchObject({ locale: 'ru' })
})

const [high, low] = [wholeUnits(6_600_000), wholeUnits(6_400_000)].map((units) => toDecimal(units, 2))
const summary = { asset: 'BTCUSDT', last: high, change24h: 1.25, high24h: high, low24h: low, volume24h: low, spark: [] }

test.each(['/price BTCUSDT', '/price btc', '/price@kurs_bot btc/usdt'])('a price is the answer: %s', async (text) => {
  const bot = createTestBot(db)
  Object.assign(bot.deps.market, { summaries: async () => [summary] })
  const chat = newChat()
  await bot.write(chat, text)
  expect(await bot.texts(chat)).toEqual(['BTCUSDT – 66,000.00 USDT\nIn 24 hours: +1.25%, from 64,000.00 to 66,000.00'])
})

test('a stale price shows its age', async () => {
  const bot = createTestBot(db)
  const stale = { BTCUSDT: Date.UTC(2026, 10, 21, 11, 5) }
  const state = () => ({ name: 'live', isBackfilling: false, stale }) as const
  Object.assign(bot.deps.market, { summaries: async () => [summary], state })
  const chat = newChat()
  await bot.write(chat, '/price btc')
  expect((await bot.texts(chat)).join()).toContain('the source has sent nothing since 14:05 Moscow time')
})

test('a request for an unknown price lists the available ones', async () => {
  const bot = createTestBot(db)
  const chat = newChat()
  for (const text of ['/price', '/price GOLD', '/price ETHUSDT']) await bot.write(chat, text)
  const [usage, unknown, missing] = await bot.texts(chat)
  expect(usage).toContain('BTCUSDT, ETHUSDT')
  expect(unknown).toMatch(/“GOLD”. Available: .*BTCUSDT, ETHUSDT/)
  expect(missing).toStartWith('No price for ETHUSDT yet')
})

test('a repeated update does nothing more, even if both arrive at once', async () => {
  const bot = createTestBot(db)
  const chat = newChat()
  const person = { id: chat, first_name: 'Twice', language_code: 'en' }
  const message = { message_id: 1, chat: { id: chat, type: 'private' }, from: person, text: '/start' }
  const update = { update_id: 9_000_001, message }
  const both = await Promise.all([handleUpdate(bot.deps, update), handleUpdate(bot.deps, update)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['known', 'taken'])
  expect(await handleUpdate(bot.deps, update)).toEqual({ status: 'known' })
  expect(await bot.texts(chat)).toHaveLength(1)
})

test('other texts get one hint an hour; a flooding chat gets no answer, but may stop', async () => {
  let now = Date.now()
  const limits = { ...createBotLimits(), answers: createRateLimit({ burst: 3, everyMs: 60_000 }) }
  const bot = createTestBot(db, { now: () => now, limits })
  const chat = newChat()
  for (const text of ['hi', 'hello', 'constructor']) await bot.write(chat, text)
  expect(await bot.texts(chat)).toEqual(['The bot only understands commands. See /help'])
  const crowd = newChat()
  for (const text of ['/start', '/help', '/help', '/help', '/Stop']) await bot.write(crowd, text)
  expect(await bot.texts(crowd)).toHaveLength(3)
  expect(await findSubscriber(db, crowd)).toMatchObject({ state: 'stopped' })
  await bot.write(chat, '/help')
  expect(await bot.texts(chat)).toEqual([])
  now += 3_600_000
  await bot.write(chat, '/toString')
  await bot.write(chat, '/help')
  expect(await bot.texts(chat)).toHaveLength(2)
  expect(await findSubscriber(db, chat)).toBeUndefined()
})

test('groups, channels and unknown updates are ignored', async () => {
  const bot = createTestBot(db)
  const group = { id: -5, type: 'group' }
  const from = { id: 5, first_name: 'A' }
  expect(await bot.take({ message: { message_id: 1, chat: group, from, text: '/start' } })).toBe('taken')
  expect(await bot.take({ poll: { id: '1' } })).toBe('taken')
  for (const given of [undefined, {}, { update_id: 'x' }, []]) {
    expect(await handleUpdate(bot.deps, given)).toEqual({ status: 'unreadable' })
  }
  expect(await findSubscriber(db, -5)).toBeUndefined()
})

test('a click counts once per person, and only for recipients of the broadcast', async () => {
  const { countClick } = await import('../../broadcast/clicks/count-click.ts')
  const bot = createTestBot(db, { countClick: (click) => countClick(db, click) })
  const [chat, stranger] = [newChat(), newChat()]
  const content = { text: { en: 'x' }, buttons: [[{ text: { en: 'Yes' }, callback: 'Noted' }]] }
  await db.client.batch([
    {
      sql: `insert into broadcasts (id, name, state, content, audience, created_at, updated_at)
        values ('clicked', 'A', 'running', ?, '{}', 0, 0)`,
      args: [JSON.stringify(content)],
    },
    {
      sql: "insert into deliveries (broadcast_id, chat_id, state, locale, name, at) values ('clicked', ?, 'sent', 'en', '', 0)",
      args: [chat],
    },
  ])
  for (const data of ['b:clicked:0', 'b:clicked:0', 'b:clicked:1', 'b:gone:0', 'b:clicked:-1'])
    await bot.click(chat, data)
  await bot.click(stranger, 'b:clicked:0')
  expect((await bot.said(chat)).map(({ params }) => params.text)).toEqual([
    'Noted',
    'Noted',
    ...Array.from({ length: 3 }, () => 'This button no longer works.'),
  ])
  const { rows } = await db.client.execute("select clicks from broadcasts where id = 'clicked'")
  expect(rows[0]?.clicks).toBe(1)
})

test('a button answers with its own text, or with its label in the person’s language', async () => {
  const { countClick } = await import('../../broadcast/clicks/count-click.ts')
  const bot = createTestBot(db, { countClick: (click) => countClick(db, click) })
  const label = { ru: 'Да, {name|друг}', en: 'Yes, {name|friend}' }
  const buttons = [
    [
      { text: label, callback: 'Noted, {name}: see {chat}' },
      { text: label, url: 'https://kurs.test' },
    ],
    [{ text: label, callback: '' }],
  ]
  await db.client.execute({
    sql: `insert into broadcasts (id, name, state, content, audience, created_at, updated_at)
      values ('answers', 'A', 'finished', ?, '{}', 0, 0)`,
    args: [JSON.stringify({ text: { en: 'x' }, buttons })],
  })
  const answers = async (chat: number) => {
    for (const at of [0, 1, 2]) await bot.click(chat, `b:answers:${at}`)
    return (await bot.said(chat)).map(({ params }) => params.text)
  }
  const [english, russian] = [newChat(), newChat()]
  await bot.write(russian, '/start', { first_name: 'Анна', language_code: 'ru' })
  await bot.said(russian)
  expect(await answers(english)).toEqual([`Noted, : see ${english}`, 'This button no longer works.', 'Да, друг'])
  const [noted, ended, labelled] = await answers(russian)
  expect([noted, ended, labelled]).toEqual([
    `Noted, Анна: see ${russian}`,
    'Эта кнопка больше не работает.',
    `Да, Person ${russian}`,
  ])
})

test('received updates are remembered for two days', async () => {
  const now = Date.now()
  const hourMs = 3_600_000
  const times = [now - 49 * hourMs, now - 47 * hourMs]
  for (const at of times) await createTestBot(db, { now: () => at }).write(newChat(), '/help')
  await trimUpdates(db, now)
  const { rows } = await db.client.execute({
    sql: 'select at from telegram_updates where at in (?, ?)',
    args: times,
  })
  expect(rows.map(({ at }) => at)).toEqual(times.slice(1))
})

test('a chat gets twenty answers at once, and then one every three seconds', () => {
  const { answers } = createBotLimits()
  const now = Date.now()
  const waits = Array.from({ length: 21 }, () => answers.take('1', now))
  expect(waits.findIndex((wait) => wait > 0)).toBe(20)
  expect(answers.take('1', now + 2999)).toBeGreaterThan(0)
  expect(answers.take('1', now + 3000)).toBe(0)
  expect(answers.take('2', now)).toBe(0)
})
