import { afterAll, beforeAll, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { runSender } from '../../src/broadcast/delivery/run-sender.ts'
import { runTasks } from '../../src/broadcast/tasks/run-tasks.ts'
import { type Db, openDb } from '../../src/db/client.ts'
import { createBotApi } from '../../src/telegram/api/bot-api.ts'
import { runNotices } from '../../src/telegram/notices/run-notices.ts'
import { makeAdministrator } from '../administrator.ts'
import { startTelegram } from '../doubles/telegram.ts'
import { addSubscribers } from '../outbox.ts'
import { until } from '../until.ts'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ env: { TELEGRAM_TOKEN: '1000001:double' } })
const telegram = startTelegram({ perSecond: 1000, perChat: 1000 })
const recipients = 60

let db: Db
let session: string
let stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  db = await openDb({ url: `file:${join(site.dataDir(), 'app.db')}` })
  session = (await makeAdministrator(db, 'Sender', site.url('/'))).token
  await addSubscribers(db, recipients)
  await db.client.execute(`insert into button_templates (id, name, rows, created_at, updated_at) values
    ('t1', 'Site', '[[{"text":{"ru":"Сайт","en":"Site"},"url":"https://kurs.example"}]]', 1, 1)`)
}, 600_000)
afterAll(async () => {
  for (const stop of stops) await stop()
  await telegram.close()
  await db.close()
})

/** The role `sender`, as a process of its own would be started anew. */
async function startSending(perSecond: number): Promise<void> {
  for (const stop of stops) await stop()
  const api = createBotApi({ token: telegram.token, root: telegram.root })
  const log = { error: () => {}, warn: () => {} }
  const most = { bulk: perSecond, reply: 20, paid: 1000 }
  const [sender, notices] = [
    await runSender({ db, outbox: db, api, most, log }),
    await runNotices({ outbox: db, api, most, log, now: Date.now }),
  ]
  const tasks = runTasks({ db, api, most: 200, log, now: Date.now })
  stops = [sender.close, notices.close, tasks.stop]
}

const state = (page: Page) => page.locator('#broadcast-acts .badge')
const counter = (page: Page, name: string) =>
  page.locator('.broadcast-counters > div').filter({ hasText: name }).locator('dd')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function pressSurely(page: Page, name: string): Promise<void> {
  await page.locator('summary', { hasText: name }).click()
  await press(page, `${name}: yes`)
}

test('a broadcast from its first word to the last message taken back', async () => {
  const page = await site.visit('/en/admin/telegram/broadcast', { session })
  await page.getByRole('main').getByRole('link', { name: 'New broadcast' }).first().click()
  await page.locator('.editor[data-live]').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('News')
  await page
    .getByRole('textbox', { name: 'In Russian', exact: true })
    .or(page.getByRole('textbox', { name: 'In English', exact: true }))
    .first()
    .fill('Hello {name|friend}')
  await page.locator('.editor-fields').getByRole('button', { name: 'In Russian' }).click()
  await page.getByRole('textbox', { name: 'In Russian', exact: true }).fill('Здравствуйте, <b>{name|друг}</b>')
  await press(page, 'Insert')
  await expect(page.locator('#audience-size')).toHaveText(`${recipients} recipients`)
  await page.getByLabel('Language', { exact: true }).selectOption('ru')
  await expect(page.locator('#audience-size')).toHaveText(`${recipients / 2} recipients`)
  await page.getByLabel('Language', { exact: true }).selectOption('')
  await expect(page.locator('#audience-size')).toHaveText(`${recipients} recipients`)
  await press(page, 'Save')
  await expect(state(page)).toHaveText('Draft')
  expect(await violationsInBothModes(page, 'light')).toEqual([])

  // Slow enough to be watched.
  await startSending(3)
  await page.getByLabel('Chat ids').fill('7')
  await press(page, 'Send a test')
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('The test is on its way.')
  await until(() => telegram.delivered.some(({ chatId }) => chatId === '7'))
  expect(telegram.delivered[0]?.content.text).toBe('Hello Sender')

  await page.getByLabel('Begin at (Moscow time)').fill('2099-12-31T10:00')
  await press(page, 'Schedule')
  await expect(state(page)).toHaveText('Scheduled')
  telegram.faults.next = ['after-500']
  await press(page, 'Start now')
  await expect(state(page)).toHaveText('Running')
  // What is shown follows the sender without being asked.
  await expect(counter(page, 'Sent')).not.toHaveText('0')
  await press(page, 'Pause')
  await expect(state(page)).toHaveText('Paused')
  await startSending(500)
  await press(page, 'Resume')
  await expect(state(page)).toHaveText('Finished')
  await expect(counter(page, 'Sent')).toHaveText(String(recipients - 1))
  await expect(counter(page, 'Unknown').locator('a')).toHaveText('1')

  await pressSurely(page, 'Take unknown as delivered')
  await expect(counter(page, 'Sent')).toHaveText(String(recipients))
  await page.getByRole('link', { name: 'All recipients' }).click()
  await expect(page.locator('[data-row]')).toHaveCount(50)
  // Once its script runs.
  await expect(page.getByRole('searchbox')).toHaveAttribute('aria-keyshortcuts', '/')
  await page.getByRole('searchbox').fill('42')
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.getByRole('link', { name: 'News', exact: true }).click()
  await pressSurely(page, 'Delete sent messages')
  await until(() => (telegram.counts.get('deleteMessage') ?? 0) >= recipients - 1)
  await expect(page.locator('.broadcast-task')).toHaveCount(0)
})
