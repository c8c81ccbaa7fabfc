import { test } from 'bun:test'
import type { Page } from 'playwright'
import { paired } from '../turns.ts'
import { violationsOn } from './accessibility.ts'
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
 * Four windows, of which each kind of page is loaded in two: a phone's and a desk's, one in each language and one in
 * each color mode. Each window is resized to a neighboring width.
 */
const windows = [
  [
    { locale: 'ru', width: 320, colorScheme: 'dark', next: 390 },
    { locale: 'en', width: 1920, colorScheme: 'light', next: 1440 },
  ],
  [
    { locale: 'en', width: 390, colorScheme: 'dark', next: 320 },
    { locale: 'ru', width: 1440, colorScheme: 'light', next: 1920 },
  ],
] as const

const loads = paired(kinds, windows).flatMap(([[name, path], both]) =>
  both.map((window) => [name, window.locale, window.width, path, window] as const),
)

test.each(loads)('%s is readable: %s, %i px and the width next to it', async (_name, locale, _width, path, window) => {
  const address = locale === 'ru' ? path : `/${locale}${path}`.replace(/\/$/, '')
  const status = path === '/nowhere' ? 404 : 200
  const { next, ...visitor } = window
  const page = await site.visit(address, { ...visitor, status, prepare: recordShifts })
  const complaints = [
    ...(await complaintsAbout(page)),
    ...(await violationsOn(page)),
    ...(await excessIn(page, next)),
    ...(await page.evaluate(edgesApart)),
  ]
  expect(complaints).toEqual([])
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
