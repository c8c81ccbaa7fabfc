/**
 * Takes the landing page's pictures of the app anew: `bun tests/e2e/take-pictures.ts ORIGIN 'sid=…'`, with the address
 * of a server whose market has some days behind it and the cookie of somebody who is signed in there.
 */
import { join } from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { ensureChromium } from './chromium.ts'

const screens = [
  {
    name: 'charts',
    path: '/app/charts?asset=ETHUSDT&tf=60&ind=ema:50,bollinger:20:2,rsi:14',
    isReady: '.chart-screen canvas',
  },
  { name: 'enigma', path: '/app/enigma', isReady: '.live-price[data-direction]' },
]
const [origin = 'http://localhost:3000', cookie = ''] = process.argv.slice(2)
const outDir = join(import.meta.dir, '../../public/screens')

const browser = await chromium.launch({ executablePath: await ensureChromium(() => undefined), args: ['--no-sandbox'] })
for (const locale of ['ru', 'en'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ name: 'sid', value: cookie.replace(/^sid=/, ''), url: origin }])
    const page = await context.newPage()
    for (const { name, path, isReady } of screens) {
      await page.goto(`${origin}${locale === 'en' ? '/en' : ''}${path}`)
      await page.locator(isReady).first().waitFor()
      await page.locator('.connection-badge[data-state=live]').waitFor()
      const picture = await page.screenshot()
      await sharp(picture)
        .webp({ quality: 80, effort: 6 })
        .toFile(join(outDir, `${name}-${locale}-${colorScheme}.webp`))
    }
    await context.close()
  }
}
await browser.close()
