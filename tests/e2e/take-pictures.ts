/**
 * Retakes the app pictures of the landing page: `bun tests/e2e/take-pictures.ts ORIGIN 'sid=…'`, with the URL of a
 * server whose market has some days of history and the cookie of an administrator signed in on that server. Further
 * arguments select screens, in both languages (`bots`) or in one (`bots-ru`); `BOT` is the bot to show.
 */
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { ensureChromium } from './chromium.ts'

interface Screen {
  name: string
  path: string
  isReady: string
  /** The screen has a badge that shows whether prices are live */
  hasBadge?: true
  prepare?: (page: Page, locale: 'ru' | 'en') => Promise<void>
}

const screens: Screen[] = [
  {
    name: 'charts',
    path: '/app/charts?asset=BTCUSDT&tf=60&ind=ema:21,rsi:14',
    isReady: '.chart-screen canvas',
    hasBadge: true,
  },
  { name: 'enigma', path: '/app/enigma', isReady: '.live-price[data-direction]', hasBadge: true },
  {
    name: 'bots',
    path: process.env.BOT ? `/app/bots/${process.env.BOT}` : '/app/bots',
    isReady: 'main svg',
    // Scrolls until the row of links above the title is hidden behind the header.
    prepare: (page) => page.evaluate(() => window.scrollTo(0, 62)),
  },
  {
    name: 'broadcasts',
    path: '/admin/telegram/broadcast/create',
    isReady: '.editor[data-live]',
    prepare: writeBroadcast,
  },
]
const broadcast = {
  ru: {
    name: 'Итоги недели',
    text: 'Здравствуйте, {name|друг}!\n\n<b>Итоги недели</b> готовы:\n<blockquote>Биткоин обновил максимум, эфир догоняет. Разобрали по часам, что и почему двигалось.</blockquote>\nПодробности — <tg-spoiler>ниже по кнопке</tg-spoiler>.',
    label: 'Читать',
  },
  en: {
    name: 'Week in review',
    text: 'Hello, {name|friend}!\n\n<b>The week in review</b> is out:\n<blockquote>Bitcoin set a new high and ether is catching up. What moved, hour by hour, and why.</blockquote>\nThe details are <tg-spoiler>behind the button</tg-spoiler>.',
    label: 'Read',
  },
}
const [origin = 'http://localhost:3000', cookie = '', ...names] = process.argv.slice(2)
const outDir = join(import.meta.dir, '../../public/screens')

const browser = await chromium.launch({ executablePath: await ensureChromium(() => undefined), args: ['--no-sandbox'] })
for (const locale of ['ru', 'en'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ name: 'sid', value: cookie.replace(/^sid=/, ''), url: origin }])
    const page = await context.newPage()
    const isWanted = ({ name }: Screen) =>
      names.length === 0 || names.some((wanted) => wanted === name || wanted === `${name}-${locale}`)
    for (const { name, path, isReady, hasBadge, prepare } of screens.filter(isWanted)) {
      await page.goto(`${origin}${locale === 'en' ? '/en' : ''}${path}`)
      await page.locator(isReady).first().waitFor()
      if (hasBadge) await page.locator('.connection-badge[data-state=live]').waitFor()
      await prepare?.(page, locale)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const picture = await page.screenshot()
      const file = join(outDir, `${name}-${locale}-${colorScheme}`)
      await sharp(picture).webp({ quality: 78, effort: 6 }).toFile(`${file}.webp`)
      await sharp(picture).resize(720).webp({ quality: 70, effort: 6 }).toFile(`${file}-720.webp`)
    }
    await context.close()
  }
}
await browser.close()

/** Fills in the message that the editor previews; nothing is saved. */
async function writeBroadcast(page: Page, locale: 'ru' | 'en'): Promise<void> {
  const { name, text, label } = broadcast[locale]
  await page.locator('input[name=name]').fill(name)
  await page.locator(`textarea[name="text.${locale}"]`).fill(text)
  await page.locator('.editor-fields button[value="row.add"]').first().click()
  await page.locator(`input[name="button.0.0.${locale}"]`).fill(label)
  await page.locator('input[name="button.0.0.value"]').fill('https://kurs.example/blog')
  await page.evaluate(() => window.scrollTo(0, 82))
}
