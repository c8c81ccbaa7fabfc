import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { violationsBesideColors, violationsOn } from './accessibility.ts'
import { expect, openSite } from './browser.ts'
import { readToTheEnd, recordShifts, shiftsOf } from './layout-shift.ts'
import { excessIn } from './windows.ts'

const site = openSite({ hasMotion: true })

const kinds = [
  ['the landing page', '/'],
  ['the start of the documentation', '/docs'],
  ['a page of the documentation', '/docs/writing/blocks'],
  ['the blog', '/blog'],
  ['a category', '/blog/engineering'],
  ['an article', '/blog/product/hello-kurs'],
  ['the search', '/search?q=kurs'],
  ['an address that leads nowhere', '/nowhere'],
] as const

/**
 * Four windows, two per language: each kind of page is loaded in all of them, and each window is resized to a
 * neighboring width.
 */
const windows = {
  ru: [
    { width: 320, colorScheme: 'dark', next: 390 },
    { width: 1440, colorScheme: 'light', next: 1920 },
  ],
  en: [
    { width: 390, colorScheme: 'light', next: 320 },
    { width: 1920, colorScheme: 'dark', next: 1440 },
  ],
} as const

describe.each(['ru', 'en'] as const)('in %s', (locale) => {
  test.each(kinds)('%s is readable in windows of every width and in both color modes', async (_, path) => {
    const address = locale === 'ru' ? path : `/${locale}${path}`.replace(/\/$/, '')
    const status = path === '/nowhere' ? 404 : 200
    const complaints: string[] = []
    for (const { next, ...window } of windows[locale]) {
      const page = await site.visit(address, { ...window, locale, status, prepare: recordShifts })
      const found = [
        ...(await complaintsAbout(page)),
        ...(await (locale === 'ru' ? violationsOn(page) : violationsBesideColors(page))),
        ...(await excessIn(page, next)),
        ...(await page.evaluate(edgesApart)),
      ]
      complaints.push(...found.map((complaint) => `${window.width} px, ${window.colorScheme}: ${complaint}`))
    }
    expect(complaints).toEqual([])
  })
})

/** Lists the problems that a reader has who scrolls to the end of the page. */
async function complaintsAbout(page: Page): Promise<string[]> {
  await readToTheEnd(page)
  const headings = await page.getByRole('heading', { level: 1 }).count()
  return [
    ...(headings === 1 ? [] : [`${headings} first-level headings`]),
    ...(await lastingShifts(page)),
    ...(await page.evaluate(edgesApart)),
  ]
}

/** Returns a sentence when the left or right edges of the content do not align with those of the header. */
function edgesApart(): string[] {
  const [header, content] = ['.site-header-row', '.layout-docs, .layout-blog'].map((selector) => {
    const element = document.querySelector(selector)
    if (!element) return undefined
    const { left, right } = element.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(element)
    return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)].join('-')
  })
  return !content || header === content ? [] : [`the header is at ${header}, the content at ${content}`]
}

/**
 * Returns layout shifts that occur on every load. Occasional shifts by late fonts are covered by the slow-line tests.
 */
async function lastingShifts(page: Page): Promise<string[]> {
  for (let loads = 1; loads < 3 && (await shiftsOf(page)).length > 0; loads++) {
    await page.reload()
    await readToTheEnd(page)
  }
  return shiftsOf(page)
}
