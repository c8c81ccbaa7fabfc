import { describe, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'
import { painted, readToTheEnd, recordShifts, shiftsOf } from './layout-shift.ts'

const site = openSite()
const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

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
  const other = colorScheme === 'light' ? 'dark' : 'light'
  await readToTheEnd(page)
  const headings = await page.getByRole('heading', { level: 1 }).count()
  await page.evaluate(axe)
  const violations = await violationsOn(page, '{}')
  await page.emulateMedia({ colorScheme: other })
  await painted(page)
  const colours = await violationsOn(page, `{ runOnly: ['color-contrast'] }`)
  return [
    ...(headings === 1 ? [] : [`${headings} first-level headings`]),
    ...violations.map((violation) => `${colorScheme}: ${violation}`),
    ...colours.map((violation) => `${other}: ${violation}`),
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

async function violationsOn(page: Page, options: string): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'], ...${options} })`)
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
