import { afterAll, beforeAll, test } from 'bun:test'
import type { Locator, Page, Response } from 'playwright'
import type { Db } from '../../src/db/client.ts'
import { makeAdministrator } from '../administrator.ts'
import { until } from '../until.ts'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite } from './browser.ts'
import { painted, recordShifts, shiftsOf } from './layout-shift.ts'

const site = openSite()

let db: Db
let session: string
beforeAll(async () => {
  db = await site.openAppDb()
  session = (await makeAdministrator(db, 'Composer', site.url('/'))).token
  await db.client.execute(`insert into button_templates (id, name, rows, created_at, updated_at) values
    ('t1', 'Site and answer', '[[{"text":{"ru":"Сайт","en":"Site"},"url":"https://kurs.example"}]]', 1, 1)`)
}, 120_000)
afterAll(() => db.close())

const create = '/en/admin/telegram/broadcast/create'
const chat = (page: Page) => page.locator('.editor-preview .tg-chat')
const russian = (page: Page) => page.getByRole('textbox', { name: 'Russian', exact: true })
const english = (page: Page) => page.getByRole('textbox', { name: 'English', exact: true })
const toEnglish = (page: Page) => page.locator('.editor-fields').getByRole('button', { name: 'English' }).click()

async function contentOf(name: string): Promise<string> {
  const { rows } = await db.client.execute({ sql: 'select content from broadcasts where name = ?', args: [name] })
  return String(rows[0]?.content)
}

test('a message is written in both languages, previewed, and saved automatically', async () => {
  const page = await site.visit(create, {
    session,
    provokes: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/,
  })
  await page.locator('.editor[data-live]').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('First')
  await toEnglish(page)
  await english(page).fill('Hello {name|friend}, the secret is 42')
  await expect(chat(page)).toContainText('Hello Anna, the secret is 42')
  await expect(page.locator('.editor-count:visible')).toContainText('28 of 4096')

  // The toolbar wraps the selection; the browser's undo reverts it.
  await english(page).evaluate((area: HTMLTextAreaElement) => {
    area.focus()
    area.setSelectionRange(area.value.indexOf('the'), area.value.length)
  })
  await page.getByRole('button', { name: 'Spoiler' }).first().click()
  await expect(english(page)).toHaveValue('Hello {name|friend}, <tg-spoiler>the secret is 42</tg-spoiler>')
  await expect(chat(page).locator('.tg-spoiler')).toHaveText('the secret is 42')
  await page.keyboard.press('Control+z')
  await expect(english(page)).toHaveValue('Hello {name|friend}, the secret is 42')
  await page.keyboard.press('Control+b')
  await expect(english(page)).toHaveValue('Hello {name|friend}, <b>the secret is 42</b>')

  // The link field opens next to the text: Escape closes it, Enter puts the link around the selection.
  await page.keyboard.press('Control+k')
  await expect(page.getByLabel('Link address')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(english(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Link address').fill('https://kurs.example/?a=1&b=2')
  await page.keyboard.press('Enter')
  const linked = '<b><a href="https://kurs.example/?a=1&amp;b=2">the secret is 42</a></b>'
  await expect(english(page)).toHaveValue(`Hello {name|friend}, ${linked}`)
  await expect(english(page)).toBeFocused()

  // Text limits and Telegram's own error messages are shown while typing.
  await english(page).fill('<b>Hello')
  await expect(page.locator('.editor-problems:visible')).toContainText("can't parse entities: Can't find end tag")
  await english(page).fill('<b>Hello</b>')
  await expect(page.locator('.editor-problems .field-error')).toHaveCount(0)

  // Fills in a template's buttons, then moves them by keyboard.
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('button', { name: 'Add button to row 1' }).click()
  await page.getByLabel('Label, English').nth(1).fill('Fine')
  await page.getByLabel('Action', { exact: true }).nth(1).selectOption('callback')
  await expect(chat(page).locator('.tg-keyboard li')).toHaveText(['Site', 'Fine'])
  await page.getByLabel('Label, English').nth(1).press('Alt+ArrowUp')
  await expect(chat(page).locator('.tg-keyboard ul')).toHaveText(['Fine', 'Site'])
  await expect(page.getByLabel('Label, English').first()).toBeFocused()
  // Moves a button by pointer, into the other button's row and back.
  await page.locator('.editor-handle').last().dragTo(page.locator('.editor-button').first())
  await expect(chat(page).locator('.tg-keyboard li')).toHaveText(['Site', 'Fine'])
  await page.getByRole('button', { name: 'Move up a row' }).last().click()
  await expect(chat(page).locator('.tg-keyboard ul')).toHaveText(['Fine', 'Site'])
  expect(await violationsInBothModes(page, 'light')).toEqual([])
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.waitForURL(/\/broadcast\/[0-9a-f-]{36}$/)
  expect(JSON.parse(await contentOf('First'))).toMatchObject({
    text: { en: '<b>Hello</b>' },
    buttons: [[{ text: { en: 'Fine' }, callback: '' }], [{ url: 'https://kurs.example' }]],
  })

  // The draft is saved while typing; without a connection the browser keeps it.
  await page.goto(`${page.url()}/edit`)
  await page.locator('.editor[data-live]').waitFor()
  await page.locator('.editor-fields').getByRole('button', { name: 'Russian' }).click()
  await russian(page).fill('Привет')
  await expect(page.locator('.editor-saving')).toContainText('Draft saved')
  expect(await contentOf('First')).toContain('"ru":"Привет"')
  // A second text is saved while typing too, with a separate count and preview; its buttons are those of the first
  // text.
  await page.getByText('Text variants', { exact: true }).click()
  const second = page.locator('.editor-variant').first()
  await second.getByRole('textbox', { name: 'Variant B: Russian' }).fill('Иначе')
  await expect(second.locator('.editor-count:visible')).toContainText('5 of 4096')
  await expect(chat(page)).toContainText('Иначе')
  await expect(chat(page).locator('.tg-keyboard li').last()).toHaveText('Сайт')
  await expect(page.locator('.editor-saving')).toContainText('Draft saved')
  await until(async () => (await contentOf('First')).includes('"variants":[{"ru":"Иначе"}]'))
  await page.getByRole('button', { name: 'Variant A' }).click()
  await expect(chat(page)).toContainText('Привет')
  await page.context().setOffline(true)
  await russian(page).fill('Привет без связи')
  await expect(page.locator('.editor-saving')).toContainText('No connection')
  await page.context().setOffline(false)
  await expect(page.locator('.editor-saving')).toContainText('Draft saved')
  expect(await contentOf('First')).toContain('Привет без связи')
})

test.each([390, 1440])('the content does not shift when the editor takes over: %p px', async (width) => {
  for (const path of [create, '/admin/telegram/broadcast/create']) {
    const page = await site.visit(path, { session, width, prepare: recordShifts })
    await page.locator('.editor[data-live]').waitFor()
    await painted(page)
    // The second text collapses below the first.
    expect([path, await shiftsOf(page, 0.02)]).toEqual([path, []])
  }
})

test('a text stored only in this browser waits for its author after the session has ended', async () => {
  const page = await site.visit(create, { session })
  await page.locator('.editor[data-live]').waitFor()
  await toEnglish(page)
  // Simulates a page so busy that none of its own frames or timers runs before the page is left.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
    window.setTimeout = Object.assign(() => 0, window.setTimeout)
  })
  await english(page).fill('Nowhere else yet')
  await page.context().clearCookies()
  await page.goto(site.url('/en'))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.context().addCookies([{ name: 'sid', value: session, url: site.url('/') }])
  await page.goto(site.url(create))
  await expect(page.getByText('This browser has unsaved text.')).toBeVisible()
})

test('on a phone nothing is lost when the page is left before a draft exists', async () => {
  const scripts: Response[] = []
  const onResponse = (response: Response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  }
  const page = await site.visit(create, { session, width: 390, colorScheme: 'dark', onResponse })
  await page.locator('.editor[data-live]').waitFor()
  const texts = await Promise.all(scripts.map((script) => script.text()))
  expect(texts.length).toBeGreaterThan(1)
  // Form validation runs only on the server, so its code is not sent to the browser.
  expect(texts.filter((text) => /ZodError|invalid_type/.test(text))).toEqual([])
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await english(page).fill('Half a sentence')
  await name.fill('Half a name')
  await expect(page.locator('.editor-saving')).toContainText('kept in this browser')
  await page.goto(site.url('/en/admin/telegram/broadcast'))
  await page.goto(site.url(create))
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(english(page)).toHaveValue('Half a sentence')
  await expect(name).toHaveValue('Half a name')
  await expect(chat(page)).toContainText('Half a sentence')
  expect(await violationsInBothModes(page, 'dark')).toEqual([])
})

test('the preview has messenger widths, folds only long quotes and reveals all spoilers at once', async () => {
  const page = await site.visit(create, { session, width: 390 })
  await page.locator('.editor[data-live]').waitFor()
  await toEnglish(page)
  const widthOf = (box: Locator) => box.evaluate((element) => element.getBoundingClientRect().width)
  const bubble = chat(page).locator('.tg-bubble')
  const shows = (text: string) => expect(chat(page).locator('.tg-text')).toHaveText(text)

  await english(page).fill('Short')
  await shows('Short')
  expect(await widthOf(bubble)).toBeLessThan(130)
  await english(page).fill('long '.repeat(40))
  await shows('long '.repeat(40).trim())
  // The preview leaves the same margin beside a bubble as the messenger on a phone.
  expect((await widthOf(chat(page))) - (await widthOf(bubble))).toBe(60)

  const quotes = ['a', 'a\nb\nc', 'a\nb\nc\nd']
  await english(page).fill(quotes.map((text) => `<blockquote expandable>${text}</blockquote>`).join('-'))
  await expect(chat(page).locator('.tg-quote')).toHaveCount(3)
  const arrows = await chat(page)
    .locator('.tg-quote label')
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label, '::after').height))
  expect(arrows).toEqual(['0px', '0px', '6px'])

  await english(page).fill('<tg-spoiler>one</tg-spoiler> and <tg-spoiler>two</tg-spoiler>')
  const hidden = chat(page).locator('.tg-spoiler > span')
  const colors = () => hidden.evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color))
  await expect(hidden).toHaveCount(2)
  expect(new Set(await colors())).toEqual(new Set(['rgba(0, 0, 0, 0)']))
  await hidden.first().click()
  expect(new Set(await colors())).not.toContain('rgba(0, 0, 0, 0)')
})
