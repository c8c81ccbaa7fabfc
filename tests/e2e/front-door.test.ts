import { test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { en } from '../../src/i18n/messages/en.ts'
import { ru } from '../../src/i18n/messages/ru.ts'
import { isFull } from '../property-runs.ts'
import { expect, openSite } from './browser.ts'

// A network may create few accounts, so each walk comes from its own.
const site = openSite({ market: true, env: { TRUST_PROXY: '1' } })

const means = ['mouse', 'keyboard', 'touch'] as const
type Means = (typeof means)[number]
type Walk = readonly [by: Means, locale: 'ru' | 'en', width: 1440 | 390]

/** Each walk is five pages. The normal suite takes each means, language and width at least once. */
const fewWalks: readonly Walk[] = [
  ['mouse', 'ru', 1440],
  ['keyboard', 'en', 1440],
  ['touch', 'en', 390],
]
const allWalks = means.flatMap((by) =>
  (['ru', 'en'] as const).flatMap((locale) => ([1440, 390] as const).map((width): Walk => [by, locale, width])),
)
const walks = (isFull ? allWalks : fewWalks).map((walk, at) => [...walk, `10.38.0.${at}`] as const)

/** Acts of a person with one means of input. Counts the fields that are filled in. */
function createHands(page: Page, by: Means) {
  let fields = 0
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let stops = 0; stops < 150; stops++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`No Tab stop: ${target}`)
  }
  const press = async (target: Locator) => {
    if (by === 'mouse') return target.click()
    if (by === 'touch') return target.tap()
    await reach(target)
    await page.keyboard.press('Enter')
  }
  return {
    press,
    fill: async (field: Locator, text: string) => {
      fields += 1
      await (by === 'keyboard' ? reach(field) : press(field))
      await page.keyboard.type(text)
    },
    fields: () => fields,
  }
}

test.each(walks)(
  'a guest gets from the front page to a bot and an alert: by %s, %s, %i px',
  async (by, locale, width, address) => {
    const words = { ru, en }[locale]
    const start = locale === 'ru' ? '/' : '/en'
    const page = await site.visit(start, { width, locale: words === ru ? 'ru-RU' : 'en-US', hasTouch: by === 'touch' })
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': address })
    const pages = new Set([start])
    page.on('framenavigated', (frame) => frame === page.mainFrame() && pages.add(new URL(frame.url()).pathname))
    const { press, fill, fields } = createHands(page, by)
    const main = page.getByRole('main')
    const button = (name: string) => main.getByRole('button', { name, exact: true })
    const link = (name: string) => main.getByRole('link', { name, exact: true })

    await press(link(words.site.heroTry))
    await press(button(words.backtest.run))
    await press(link(words.backtest.startBot))
    await fill(main.getByLabel(words.auth.login), `${by}-${locale}-${width}`)
    await fill(main.getByLabel(words.auth.password, { exact: true }), 'seven quiet lanterns')
    await press(button(words.auth.register))
    await press(button(words.botForm.start))
    await expect(main.getByText(words.bots.states.running, { exact: true })).toBeVisible()
    const asset = 'BTCUSDT'
    await press(link(asset).first())
    await fill(main.getByLabel(words.alerts.value), '900000')
    await press(button(words.alerts.create))
    await expect(main.getByRole('button', { name: new RegExp(`^${words.alerts.remove}`) })).toBeVisible()

    expect([...pages].filter((path) => /\/login$/.test(path))).toEqual([])
    expect(pages.size).toBeLessThanOrEqual(6)
    expect(fields()).toBeLessThanOrEqual(4)
  },
)
