import { afterAll, beforeAll, test } from 'bun:test'
import type { Db } from '../../src/db/client.ts'
import { translator } from '../../src/i18n/translate.ts'
import { signIn } from '../signed-in.ts'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ market: true })

let db: Db
beforeAll(async () => {
  db = await site.openAppDb()
  // Waits for the history, because a market that has just started has none yet.
  const hours = site.url('/api/market/candles?asset=BTCUSDT&tf=60&limit=30')
  await expect.poll(async () => JSON.parse(await (await fetch(hours)).text()).length).toBe(30)
}, 120_000)
afterAll(() => db.close())

const languages = [
  ['en', '/en'],
  ['ru', ''],
] as const

test.each(languages)(
  'the form validates while typing and starts a bot, which is shown, copied and stopped: %s',
  async (locale, prefix) => {
    const t = translator(locale)
    const { token } = await signIn(db, { isHttps: false })
    const page = await site.visit(`${prefix}/app/bots/new`, { session: token, width: 390 })
    const press = (name: string) => page.getByRole('button', { name }).click()
    await page.getByRole('link', { name: t('bots.strategies.ma-cross') }).click()
    const result = page.getByRole('definition').first()
    await expect(result).toContainText('%')
    const slow = page.getByRole('textbox', { name: t('botForm.params.ma-cross.slow.label') })
    await slow.fill('')
    await slow.pressSequentially('5')
    const fast = t('botForm.params.ma-cross.fast.label')
    await expect(page.locator('#params-slow-error')).toHaveText(t('botForm.faults.larger', { other: fast }))
    await expect(page.locator('#bot-check')).toContainText(t('botForm.wrongFields', { total: 1 }))
    await expect(slow).toBeFocused()
    await expect(slow).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('#bot-preview')).toHaveText(t('botForm.preview.invalid'))
    // The field keeps its focus and caret while the result updates.
    await slow.pressSequentially('5')
    await expect(result).toContainText('%')
    await expect(slow).toHaveValue('55')
    await expect(slow).not.toHaveAttribute('aria-invalid')
    if (locale === 'en') expect(await violationsInBothModes(page, 'light')).toEqual([])
    await page.getByRole('textbox', { name: t('botForm.fields.name.label'), exact: true }).fill('First of mine')
    await press(t('botForm.start'))
    await page.waitForURL(new RegExp(`${prefix}/app/bots/[0-9a-f-]{36}$`))
    const name = page.getByRole('heading', { level: 1 })
    await expect(name).toHaveText('First of mine')

    await press(t('botPage.shareMake'))
    await expect(page.getByLabel(t('botPage.shareLink'))).toHaveValue(/\/app\/bots\/shared\/[\w-]{22}$/)
    await page.getByRole('link', { name: t('botPage.acts.edit'), exact: true }).click()
    await page.getByRole('textbox', { name: t('botForm.fields.name.label'), exact: true }).fill('Another name')
    await press(t('botForm.save'))
    await expect(name).toHaveText('Another name')
    await page.getByText(t('botPage.acts.stop'), { exact: true }).click()
    await press(t('botPage.acts.stopSure'))
    await expect(page.getByText(t('botPage.waiting.halt'))).toBeVisible()
    await press(t('botPage.acts.copy'))
    await expect(page.getByText(t('botForm.flashCopied'))).toBeVisible()
  },
)

test.each(languages)(
  'with forms alone a bot is created once valid, paused, stopped and copied: %s',
  async (locale, prefix) => {
    const t = translator(locale)
    const { token } = await signIn(db, { isHttps: false })
    const path = `${prefix}/app/bots/new?strategy=ma-cross`
    const page = await site.visit(path, { session: token, javaScript: false, provokes: /: 422|status of 422/ })
    const press = (name: string) => page.getByRole('button', { name }).click()
    const slow = page.getByRole('textbox', { name: t('botForm.params.ma-cross.slow.label') })
    await slow.fill('5')
    await press(t('botForm.start'))
    const other = t('botForm.params.ma-cross.fast.label')
    await expect(page.locator('#params-slow-error')).toHaveText(t('botForm.faults.larger', { other }))
    await slow.fill('55')
    await press(t('botForm.start'))
    await page.waitForURL(new RegExp(`${prefix}/app/bots/[0-9a-f-]{36}$`))
    await press(t('botPage.acts.pause'))
    await expect(page.getByText(t('botPage.waiting.pause'))).toBeVisible()
    await page.getByText(t('botPage.acts.stop'), { exact: true }).click()
    await press(t('botPage.acts.stopSure'))
    await expect(page.getByText(t('botPage.waiting.halt'))).toBeVisible()
    await press(t('botPage.acts.copy'))
    await expect(page.getByText(t('botForm.flashCopied'))).toBeVisible()
  },
)
