import { afterAll, beforeAll, test } from 'bun:test'
import type { Db } from '../../src/db/client.ts'
import { translator } from '../../src/i18n/translate.ts'
import { addPlayedBot } from '../played-bots.ts'
import { signIn } from '../signed-in.ts'
import { violationsInBothModes, violationsOn } from './accessibility.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({ hasMotion: true })

let db: Db
beforeAll(async () => {
  db = await site.openAppDb()
  const shown = { userId: null, state: 'stopped', now: Date.now() }
  await addPlayedBot(db, { ...shown, name: 'dca', equities: [1010, 1030, 1020] })
  await addPlayedBot(db, { ...shown, name: 'Second', equities: [990, 1001], asset: 'ETHUSDT' })
}, 120_000)
afterAll(() => db.close())

const languages = [
  ['en', '/en'],
  ['ru', ''],
] as const

test.each(languages)(
  'the bot list is filtered in place and used by keyboard; two selected bots are compared: %s',
  async (locale, prefix) => {
    const t = translator(locale)
    const { id: userId, token } = await signIn(db, { isHttps: false })
    const own = { userId, state: 'stopped', now: Date.now() }
    await addPlayedBot(db, { ...own, name: 'Mine', equities: [1000, 900, 950] })
    await addPlayedBot(db, { ...own, name: 'Other of mine', equities: [1000, 1100], strategy: 'ma-cross' })
    const page = await site.visit(`${prefix}/app/bots`, { session: token })
    await expect(page.getByRole('searchbox', { name: t('botList.search') })).toHaveAttribute('aria-keyshortcuts', '/')
    if (locale === 'en') expect(await violationsInBothModes(page, 'light')).toEqual([])
    const open = (name: string) => page.getByRole('link', { name, exact: true })
    await page.getByRole('link', { name: new RegExp(`^${t('bots.strategies.rsi')}`) }).click()
    await expect(open('Other of mine')).toHaveCount(0)
    await expect(page).toHaveURL(site.url(`${prefix}/app/bots?strategy=rsi`))
    await page.keyboard.press('j')
    await expect(open('Mine')).toBeFocused()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    const saver = t('bots.shownNames.dca')
    await expect(page.getByRole('checkbox', { name: t('botList.compareNamed', { name: saver }) })).toBeChecked()
    await page.getByRole('button', { name: t('botList.compare'), exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Mine' })).toBeVisible()
    const gains = { en: `Mine −5.00%, ${saver} +2.00%`, ru: `Mine −5,00\u00a0%, ${saver} +2,00\u00a0%` }[locale]
    await expect(page.getByRole('img', { name: t('botList.comparisonChart', { gains }) })).toBeVisible()
    if (locale === 'ru') expect(await violationsOn(page)).toEqual([])
  },
)

test.each(languages)(
  'without scripts, in a narrow window: comparing works, and stopping all asks first: %s',
  async (locale, prefix) => {
    const t = translator(locale)
    const narrow = { width: 390, javaScript: false }
    const page = await site.visit(`${prefix}/app/bots`, narrow)
    await page.getByRole('button', { name: t('ui.filters') }).click()
    await page.locator('#filter-asset-ETHUSDT').click()
    await expect(page).toHaveURL(/asset=ETHUSDT/)
    await page.goBack()
    const saver = t('bots.shownNames.dca')
    for (const name of [saver, 'Second']) {
      await page.getByRole('checkbox', { name: t('botList.compareNamed', { name }) }).check()
    }
    await page.getByRole('button', { name: t('botList.compare'), exact: true }).click()
    await expect(page.getByRole('columnheader', { name: saver })).toBeVisible()
    const { id: userId, token } = await signIn(db, { isHttps: false })
    const bot = await addPlayedBot(db, { userId, name: 'Worker', now: Date.now() })
    const own = await site.visit(`${prefix}/app/bots`, { ...narrow, session: token })
    await own.getByText(t('botList.stopAll'), { exact: true }).click()
    await own.getByRole('button', { name: t('botList.stopAllSure') }).click()
    await expect(own.getByRole('status').first()).toContainText(t('botList.flashStopped'))
    const { rows } = await db.client.execute({ sql: 'select act from bot_acts where bot_id = ?', args: [bot] })
    expect(rows.map(({ act }) => JSON.parse(String(act)).do)).toEqual(['halt'])
  },
)

test('the sparkline of a bot with a total gain is green although its last day was a loss', async () => {
  const { id: userId, token } = await signIn(db, { isHttps: false })
  const equities = [...Array<number>(6).fill(1100), ...Array<number>(24).fill(1050)]
  await addPlayedBot(db, { userId, name: 'Gainer', state: 'paused', equities, now: Date.now() })
  const page = await site.visit('/en/app/bots', { session: token })
  const row = page.getByRole('row').filter({ hasText: 'Gainer' })
  await expect(row.locator('.change[data-direction=up]').first()).toBeVisible()
  expect(await row.locator('.change[data-direction=down]').count()).toBeGreaterThan(0)
  const colors = await row.locator('.sparkline').evaluate((line) => {
    const style = getComputedStyle(line)
    return [style.getPropertyValue('--spark'), style.getPropertyValue('--color-rise')]
  })
  expect(colors[0]).toBe(String(colors[1]))
})
