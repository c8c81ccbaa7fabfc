import { afterAll, beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { type Db, openDb } from '../../src/db/client.ts'
import { startTelegram } from '../doubles/telegram.ts'
import { signInitData } from '../doubles/telegram-init-data.ts'
import { play } from '../doubles/telegram-words.ts'
import { signIn } from '../signed-in.ts'
import { until } from '../until.ts'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const telegram = startTelegram()
const site = openSite({
  env: { TELEGRAM_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.root, ROLES: 'web,ticker,telegram,sender' },
})

let db: Db
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
}, 120_000)
afterAll(async () => {
  await db.close()
  await telegram.close()
})

/** Texts of the site and the bot in this flow */
const languages = {
  ru: {
    account: '/account',
    begin: 'Привязать Telegram',
    open: 'Открыть Telegram',
    opened: 'Ссылку открыл чат «Анна (900001)». Подтвердите привязку в нём.',
    confirmed: 'Чат «Анна (900001)» подтвердил привязку. Это ваш чат?',
    again: 'Проверить ещё раз',
    confirm: 'Да, привязать',
    linked: 'Telegram привязан.',
    reports: 'Отчёты и остановки моих ботов',
    save: 'Сохранить',
    unlink: 'Отвязать',
    unlinked: 'Telegram отвязан.',
    says: [/^Привязать этот чат к аккаунту/, /^Готово: чат привязан/, /отвязан/],
    app: '/login/telegram/app',
    inside: '/app',
    ownTab: 'Открыть в новой вкладке',
    enter: 'Да, войти',
  },
  en: {
    account: '/en/account',
    begin: 'Link Telegram',
    open: 'Open Telegram',
    opened: 'The chat “Анна (900002)” has opened the link. Confirm it there.',
    confirmed: 'The chat “Анна (900002)” has confirmed the link. Is it yours?',
    again: 'Check again',
    confirm: 'Yes, link it',
    linked: 'Telegram linked.',
    reports: 'Reports and halts from my bots',
    save: 'Save',
    unlink: 'Unlink',
    unlinked: 'Telegram unlinked.',
    says: [/^Link this chat to the account/, /^Done: the chat is linked/, /was unlinked/],
    app: '/en/login/telegram/app',
    inside: '/en/app',
    ownTab: 'Open in a new tab',
    enter: 'Yes, sign in',
  },
} as const

/** Waits for a message of the bot with this text; returns the bot's last message in the chat */
const told = (chat: number, words: RegExp) =>
  until(() => {
    const last = telegram.delivered.findLast(({ chatId }) => chatId === String(chat))
    return words.test(String(last?.content.text)) && last
  })

const initDataOf = (chat: number) =>
  signInitData(telegram.token, {
    auth_date: String(Math.floor(Date.now() / 1000)),
    query_id: crypto.randomUUID(),
    user: JSON.stringify({ id: chat, first_name: 'Анна' }),
  })
const opening = (data: string) => `#${new URLSearchParams({ tgWebAppData: data })}`
/** Defines a global that only the messenger's own browsers provide */
const asTelegram = () => void Object.assign(window, { TelegramWebviewProxy: { postEvent: () => {} } })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
/** Notice with the result of a form: a toast when scripts run */
const flash = (page: Page, javaScript: boolean) => page.locator(javaScript ? '.toast > div' : '.flash .notice > div')

test.each([
  ['ru', 900_001, true],
  ['en', 900_002, false],
] as const)('a chat is linked, signs in, and is unlinked: %s', async (language, chat, javaScript) => {
  const words = languages[language]
  const { token: session } = await signIn(db, { isHttps: false })
  const page = await site.visit(words.account, { session, javaScript })
  await page.getByRole('main').getByRole('link', { name: 'Telegram', exact: true }).click()
  await press(page, words.begin)
  const address = await page.getByRole('link', { name: words.open }).getAttribute('href')
  const [, start] = /^https:\/\/t\.me\/kurs_double_bot\?start=([\w-]{43})$/.exec(address ?? '') ?? []
  await telegram.updates.write({ id: chat, language_code: language, first_name: 'Анна' }, `/start ${start}`)
  const question = await told(chat, words.says[0])
  // With scripts, the page updates automatically; without them, a link reloads it.
  const look = async () => javaScript || (await page.getByRole('link', { name: words.again }).click())
  await look()
  await expect(page.getByText(words.opened)).toBeVisible()
  const [[yes]] = Object(question.content.reply_markup).inline_keyboard
  await play(telegram, `click ${chat} ${yes.callback_data}`)
  await until(async () => {
    const sql = 'select 1 from telegram_links where chat_id = ? and is_confirmed_in_chat'
    return (await db.client.execute({ sql, args: [chat] })).rows.length > 0
  })
  await look()
  await expect(page.getByText(words.confirmed)).toBeVisible()
  await press(page, words.confirm)
  await expect(flash(page, javaScript)).toHaveText(words.linked)
  await told(chat, words.says[1])

  await page.getByLabel(words.reports).uncheck()
  await press(page, words.save)
  await expect(page.getByLabel(words.reports)).not.toBeChecked()
  if (javaScript) expect(await violationsInBothModes(page, 'light')).toEqual([])

  const app = await site.visit(words.app + opening(initDataOf(chat)), { isLoading: true, prepare: asTelegram })
  await expect(app).toHaveURL(site.url(words.inside))

  await press(page, words.unlink)
  await expect(flash(page, javaScript)).toHaveText(words.unlinked)
  await told(chat, words.says[2])
  await telegram.updates.write({ id: chat }, '/help')
  // The expected URL is built here, because the port is known only after the site has opened.
  await told(chat, new RegExp(`${site.url(language === 'ru' ? '/' : '/en').replace(/\/$/, '')}$`))
})

test('in Telegram Web’s frame a Mini App opens a tab and signs in there', async () => {
  const { id } = await signIn(db, { isHttps: false })
  const sql = `insert into subscribers (chat_id, locale, name, state, user_id, created_at, active_at)
    values (900003, 'en', '', 'active', ?, 0, 0)`
  await db.client.execute({ sql, args: [id] })
  const words = languages.en
  const page = await site.visit(words.app, { permissions: ['local-network-access'] })
  const frame = site.url(words.app + opening(initDataOf(900_003)))
  await page.route('https://web.telegram.org/k/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<title>Telegram</title><link rel="icon" href="data:,"><iframe src="${frame}" allow="local-network-access"></iframe>
        <script>addEventListener('message', ({ data }) => { window.asked = data })</script>`,
    }),
  )
  await page.goto('https://web.telegram.org/k/')
  await page.frameLocator('iframe').getByRole('button', { name: words.ownTab }).click()
  const asked = await page.waitForFunction(() => Reflect.get(window, 'asked'))
  const { eventType, eventData } = JSON.parse(await asked.jsonValue())
  expect(eventType).toBe('web_app_open_link')
  expect(eventData.url).toBe(frame)
  // The sign-in URL may come from an attacker who wants the visitor in another account, so the page asks first.
  const tab = await site.visit(eventData.url)
  await expect(tab.getByText('Анна (900003)')).toBeVisible()
  await expect(tab).toHaveURL(site.url(words.app))
  await press(tab, words.enter)
  await expect(tab).toHaveURL(site.url(words.inside))
})
