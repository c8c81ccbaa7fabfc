import { test } from 'bun:test'
import type { Page, Response } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite({ isCold: true })
const kilobyte = 1024

test('a documentation page needs at most 12 KB of scripts, 16 KB of styles, 40 KB of fonts', async () => {
  const all = await everythingOf('/docs/writing/blocks', (page) =>
    // Repeats the toggle events that the parser fires for open folders: they may fire after the script has run.
    page.locator('.docs-sidebar details[open]').evaluateAll((folders) => {
      if (folders.length === 0) throw new Error('No folder is open')
      for (const folder of folders) folder.dispatchEvent(new Event('toggle'))
    }),
  )
  for (const [kind, most] of [
    ['script', 12],
    ['stylesheet', 16],
    ['font', 40],
  ] as const) {
    const files = all.filter((response) => response.request().resourceType() === kind)
    const encoding = kind === 'font' ? undefined : 'br'
    expect(files.map((file) => file.headers()['content-encoding'])).toEqual(files.map(() => encoding))
    const sizes = await Promise.all(files.map(async (file) => (await file.request().sizes()).responseBodySize))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(total, kind).toBeGreaterThan(kilobyte)
    expect(total, kind).toBeLessThanOrEqual(most * kilobyte)
  }
})

test.each(['/en', '/en/docs/writing/blocks', '/en/search?q=kurs'])(
  '%s loads no code for rendering islands',
  async (path) => {
    const loaded = await everythingOf(path)
    const scripts = loaded.filter((response) => response.request().resourceType() === 'script')
    const texts = await Promise.all(scripts.map((script) => script.text()))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter((text) => /dangerouslySetInnerHTML/.test(text))).toEqual([])
  },
)

test.each(['/', '/en', '/docs/writing/blocks', '/en/blog/product/hello-kurs'])(
  'every font preloaded by %s is used and fetched once',
  async (path) => {
    const page = await site.visit(path)
    await page.evaluate(() => document.fonts.ready)
    const preloaded = await page
      .locator('link[rel=preload][as=font]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const used = await loadedFonts(page)
    expect(preloaded.length).toBeGreaterThan(0)
    expect(used).toEqual(expect.arrayContaining(preloaded))
    const fetched = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((name) => name.endsWith('.woff2')),
    )
    expect(fetched.toSorted()).toEqual([...new Set(fetched)].toSorted())
  },
)

/** Returns all responses that a reader with an empty cache receives. */
async function everythingOf(path: string, act?: (page: Page) => Promise<void>): Promise<Response[]> {
  const loaded: Response[] = []
  const page = await site.visit(path, { onResponse: (response) => loaded.push(response) })
  await act?.(page)
  await page.waitForLoadState('networkidle')
  return loaded
}

/** Returns the URLs of the font files that the page has used. */
function loadedFonts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule)
    const isLoaded = ({ style }: CSSFontFaceRule) =>
      [...document.fonts].some(
        (font) =>
          font.status === 'loaded' &&
          font.family === style.getPropertyValue('font-family').replaceAll(/['"]/g, '') &&
          font.unicodeRange === style.getPropertyValue('unicode-range'),
      )
    return faces
      .filter(isLoaded)
      .flatMap(({ style }) => /url\("([^"]+)"\)/.exec(style.getPropertyValue('src'))?.[1] ?? [])
  })
}
