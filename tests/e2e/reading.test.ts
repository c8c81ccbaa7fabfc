import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { violationsInBothModes } from './accessibility.ts'
import { expect, openSite } from './browser.ts'
import { readToTheEnd, recordShifts, shiftsOf } from './layout-shift.ts'

const site = openSite()

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

/** Two tabs at a time; each window is loaded in one colour mode and then changed to the other. */
const tabs = [
  [
    { width: 320, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
  ],
  [
    { width: 390, colorScheme: 'dark' },
    { width: 1920, colorScheme: 'light' },
  ],
] as const

describe.each(['ru', 'en'])('in %s', (locale) => {
  test.each(kinds)('%s is read in windows of every width and in both colour modes', async (_, path) => {
    const address = locale === 'ru' ? path : `/${locale}${path}`.replace(/\/$/, '')
    const status = path === '/nowhere' ? 404 : 200
    const complaints: string[] = []
    const read = async (windows: (typeof tabs)[number]) => {
      let tab: Page | undefined
      for (const window of windows) {
        tab = await site.visit(address, { ...window, locale, status, tab, prepare: recordShifts })
        const found = await complaintsAbout(tab, window.colorScheme)
        complaints.push(...found.map((complaint) => `${window.width} px, ${complaint}`))
      }
    }
    await Promise.all(tabs.map(read))
    expect(complaints).toEqual([])
  })
})

/** What would trouble a reader who reads to the end and then changes the colour mode. */
async function complaintsAbout(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await readToTheEnd(page)
  const headings = await page.getByRole('heading', { level: 1 }).count()
  return [
    ...(headings === 1 ? [] : [`${headings} first-level headings`]),
    ...(await violationsInBothModes(page, colorScheme)),
    ...(await lastingShifts(page)),
  ]
}

/** What moves however often the page is loaded. A font that comes late now and then is for the slow line to judge. */
async function lastingShifts(page: Page): Promise<string[]> {
  for (let loads = 1; loads < 3 && (await shiftsOf(page)).length > 0; loads++) {
    await page.reload()
    await readToTheEnd(page)
  }
  return shiftsOf(page)
}
