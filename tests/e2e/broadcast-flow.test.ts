import { afterAll, beforeAll, test } from 'bun:test'
import type { Page, Route } from 'playwright'
import { runSender } from '../../src/broadcast/delivery/run-sender.ts'
import { runTasks } from '../../src/broadcast/tasks/run-tasks.ts'
import type { Db } from '../../src/db/client.ts'
import { href, paths } from '../../src/paths.ts'
import { createBotApi } from '../../src/telegram/api/bot-api.ts'
import { runNotices } from '../../src/telegram/notices/run-notices.ts'
import { makeAdministrator } from '../administrator.ts'
import { startTelegram } from '../doubles/telegram.ts'
import { addBroadcast, addSubscribers } from '../outbox.ts'
import { until } from '../until.ts'
import { violationsInBothModes } from './accessibility.ts'
import { en, recipients, ru, type Words } from './broadcast-words.ts'
import { expect, openSite } from './browser.ts'
import { excessIn } from './windows.ts'

const site = openSite({ env: { TELEGRAM_TOKEN: '1000001:double' } })
const telegram = startTelegram({ perSecond: 1000, perChat: 1000 })

let db: Db
let session: string
let stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  db = await site.openAppDb()
  session = (await makeAdministrator(db, 'Sender', site.url('/'))).token
  await addSubscribers(db, recipients)
  await db.client.execute(`insert into button_templates (id, name, rows, created_at, updated_at) values
    ('t1', 'Site', '[[{"text":{"ru":"Сайт","en":"Site"},"url":"https://kurs.example"}]]', 1, 1)`)
}, 120_000)
afterAll(async () => {
  for (const stop of stops) await stop()
  await telegram.close()
  await db.close()
})

/** Restarts the role `sender`, as a separate process would restart. */
async function startSending(perSecond: number): Promise<void> {
  for (const stop of stops) await stop()
  const api = createBotApi({ token: telegram.token, root: telegram.root })
  const log = { error: () => {}, warn: () => {} }
  const most = { bulk: perSecond, reply: 20, paid: 1000 }
  const [sender, notices] = [
    await runSender({ db, outbox: db, api, most, log }),
    await runNotices({ outbox: db, api, token: telegram.token, most, log, now: Date.now }),
  ]
  const tasks = runTasks({ db, api, most: 200, log, now: Date.now })
  stops = [sender.close, notices.close, tasks.stop]
}

const state = (page: Page) => page.locator('#broadcast-acts .badge')
const counter = (page: Page, name: string) =>
  page
    .locator('.broadcast-counters > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
const deleted = () => telegram.counts.get('deleteMessage') ?? 0
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function pressSurely(page: Page, name: string): Promise<void> {
  await page.locator('summary', { hasText: name }).click()
  await press(page, name)
}

async function compose(page: Page, name: string, words: Words): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: words.create }).first().click()
  await page.locator('.editor[data-live]').waitFor()
  await page.getByRole('textbox', { name: words.name, exact: true }).fill(name)
  const texts = { [words.english]: 'Hello {name|friend}', [words.russian]: 'Здравствуйте, <b>{name|друг}</b>' }
  for (const [language, text] of Object.entries(texts)) {
    await page.locator('.editor-fields').getByRole('button', { name: language }).click()
    await page.getByRole('textbox', { name: language, exact: true }).fill(text)
  }
  await tryVariant(page, words)
  await press(page, words.insert)
  const [size, language] = [page.locator('#audience-size'), page.getByLabel(words.language, { exact: true })]
  await expect(size).toHaveText(words.all)
  await language.selectOption('ru')
  await expect(size).toHaveText(words.half)
  await language.selectOption('')
  await expect(size).toHaveText(words.all)
  await press(page, words.save)
  await expect(state(page)).toHaveText(words.states.draft)
}

/** Adds a text variant in the same way as the first text, checks the variant's preview, and removes it. */
async function tryVariant(page: Page, words: Words): Promise<void> {
  await page.getByText(words.variants, { exact: true }).click()
  const group = page.locator('.editor-variant').first()
  await group.getByRole('button', { name: words.english }).click()
  const area = group.getByRole('textbox', { name: words.variant })
  await area.fill('Hi {name|friend}')
  await area.press('ControlOrMeta+a')
  await area.press('Control+b')
  await expect(area).toHaveValue('<b>Hi {name|friend}</b>')
  await expect(page.locator('.editor-preview .tg-chat b, .editor-preview .tg-chat strong')).toContainText('Hi')
  await area.fill('<b>Hi')
  await expect(group.locator('.editor-problems:visible')).toContainText("Can't find end tag")
  await area.fill('')
  await expect(page.locator('.editor-problems .field-error')).toHaveCount(0)
}

/** Sends slowly at first, so that the test can watch the progress, then at full speed. */
async function send(page: Page, { states, ...words }: Words): Promise<void> {
  await page.getByLabel(words.at).fill('2099-12-31T10:00')
  await press(page, words.schedule)
  await expect(state(page)).toHaveText(states.scheduled)
  telegram.faults.next = ['after-500']
  await press(page, words.start)
  await expect(state(page)).toHaveText(states.running)
  // The page shows the sender's progress without a reload by the test.
  await expect(counter(page, words.sent)).not.toHaveText('0')
  await press(page, words.pause)
  await expect(state(page)).toHaveText(states.paused)
  await startSending(500)
  await press(page, words.resume)
  await expect(state(page)).toHaveText(states.finished)
  await expect(counter(page, words.sent)).toHaveText(String(recipients - 1))
  await expect(counter(page, words.unknown).locator('a')).toHaveText('1')
}

/** Delays a form's answer until the page has already received the change as an update. */
async function answerBehindNews(route: Route): Promise<void> {
  const news = route
    .request()
    .frame()
    .page()
    .waitForResponse((response) => 'hx-redirect' in response.headers())
  const response = await route.fetch({ maxRedirects: 0 })
  await news
  await route.fulfill({ response })
}

/**
 * Writes the steps of a series in the same editor and moves them by keyboard; then the page follows new subscribers.
 */
async function walkSeries(page: Page, name: string, { series, ...words }: Words): Promise<void> {
  const state = page.locator('#series-acts .badge')
  await page.goto(site.url(series.path))
  await page.getByRole('main').getByRole('link', { name: series.create }).first().click()
  await page.getByRole('textbox', { name: words.name, exact: true }).fill(name)
  await press(page, words.save)
  await expect(state).toHaveText(series.states.draft)
  for (const text of ['Second', 'First']) {
    await page.getByRole('link', { name: series.add }).click()
    await page.locator('.editor[data-live]').waitFor()
    await page.locator('.editor-fields').getByRole('button', { name: words.english }).click()
    const area = page.getByRole('textbox', { name: words.english, exact: true })
    await area.fill(text)
    await area.press('ControlOrMeta+a')
    await area.press('Control+b')
    await expect(page.locator('.editor-preview .tg-chat')).toContainText(text)
    await expect(page.locator('.editor-count:visible')).toContainText(String(text.length))
    await press(page, words.save)
    await expect(page.locator('.series-steps')).toContainText(text)
  }
  await page.route(/\/place$/, answerBehindNews, { times: 1 })
  await page.getByRole('button', { name: series.up }).press('Enter')
  await page.waitForURL(/#step-1$/)
  await expect(page.locator('#step-1')).toContainText('First')
  await press(page, series.start)
  await expect(state).toHaveText(series.states.running)
  await expect(counter(page, series.waiting)).toHaveText('0')
  await db.client.execute({
    sql: `insert into series_people (series_id, chat_id, due_at, at)
      select id, 1, 9000000000000, 0 from series where name = ?`,
    args: [name],
  })
  await expect(counter(page, series.waiting)).toHaveText('1')
  await press(page, words.pause)
  await expect(state).toHaveText(series.states.paused)
}

test.each([
  ['English', en],
  ['Russian', ru],
])('a broadcast from its first word to the deletion of its messages, in %s', async (language, words) => {
  const before = { delivered: telegram.delivered.length, deleted: deleted() }
  const name = `News in ${language}`
  const page = await site.visit(words.path, { session })
  await compose(page, name, words)
  if (words === en) expect(await violationsInBothModes(page, 'light')).toEqual([])

  await startSending(3)
  await page.getByLabel(words.chats).fill('7')
  await press(page, words.test)
  await expect(page.locator('.toast > div')).toHaveText(words.tested)
  await until(() => telegram.delivered.length > before.delivered)
  expect(telegram.delivered[before.delivered]).toMatchObject({ chatId: '7', content: { text: words.testText } })

  await send(page, words)
  // Checks the page's width now, because its buttons are the longest at this moment.
  const window = page.viewportSize()
  expect(await excessIn(page, 320)).toEqual([])
  if (window) await page.setViewportSize(window)
  await pressSurely(page, words.assume)
  await expect(counter(page, words.sent)).toHaveText(String(recipients))
  await page.getByRole('link', { name: words.everybody }).click()
  await expect(page.locator('[data-row]')).toHaveCount(50)
  // Waits for the search's script, without which the search does not work.
  await expect(page.getByRole('searchbox')).toHaveAttribute('aria-keyshortcuts', '/')
  await page.getByRole('searchbox').fill('42')
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.getByRole('link', { name, exact: true }).click()
  await pressSurely(page, words.remove)
  await until(() => deleted() - before.deleted >= recipients - 1)
  // A message that is only assumed to be delivered has no message ID, so it cannot be deleted.
  await expect(page.locator('.broadcast-task')).toContainText(`${words.unchanged}: 1`)
  await walkSeries(page, `Series in ${language}`, words)
  if (words === en) expect(await violationsInBothModes(page, 'light')).toEqual([])
})

test('typed input and its error stay when the page updates', async () => {
  const id = await addBroadcast(db, { state: 'draft' })
  await db.client.execute({ sql: 'update broadcasts set started_at = null where id = ?', args: [id] })
  const page = await site.visit(`/en${href(paths.broadcast, { id })}`, { session, provokes: /: 422|status of 422/ })
  const [at, error] = [page.locator('#at-field'), page.locator('#at-error')]
  const follows = () => page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/progress'))
  const news = page.waitForResponse((response) => response.url().includes('part=acts'))
  await at.fill('2099-12-31T10:00')
  await at.blur()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await news
  await expect(at).toHaveValue('2099-12-31T10:00')

  await at.fill('2020-01-01T10:00')
  const again = follows()
  await press(page, en.schedule)
  await again
  await expect(error).toBeVisible()
  await page.evaluate(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    const address = document.querySelector('#broadcast-acts')?.getAttribute('hx-get') ?? ''
    for (let asked = 0; asked < 3; asked++) await fetch(address, { headers: { 'hx-request-type': 'partial' } })
  })
  await expect(error).toBeVisible()
  await expect(at).toHaveValue('2020-01-01T10:00')
})
