import { setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { englishCases, type RelevanceCase, russianCases } from '../search-relevance-queries.ts'
import { expect, openSite } from './browser.ts'
import { control, field, hits, keepingMs, provokes, said, window, words } from './offline-control.ts'
import { samplePaths, sampleTexts } from './sample-texts.ts'

const site = openSite({ isCold: true, files: sampleTexts, window })
setDefaultTimeout(3 * keepingMs)

test.each([
  ['en', '/en/docs', englishCases],
  ['ru', '/docs', russianCases],
] as const)('offline the palette finds the same as the server: %s', async (locale, path, cases) => {
  const page = await visitKept(path, locale)
  const queries = someOf(cases)
  expect(queries.length).toBeGreaterThanOrEqual(15)
  const online = await answersTo(page, queries)
  await page.context().setOffline(true)
  await page.reload()
  expect(await answersTo(page, queries)).toEqual(online)
})

test('offline, searches, hits and pictures open; a page that is not saved offers a retry', async () => {
  const page = await visitKept('/en/search', 'en')
  await page.context().setOffline(true)
  await site.visit('/en/search?q=quokka', { tab: page })
  await expect(field(page)).toHaveValue('quokka')
  await expect(page.getByRole('main').getByRole('link', { name: 'Where a quokka sleeps' })).toBeVisible()
  await field(page).fill('quokka wants')
  await expect(page).toHaveURL(site.url('/en/search?q=quokka+wants'))

  await site.visit('/en/docs', { tab: page })
  await page.keyboard.press('Control+k')
  await field(page).fill('quokka wants')
  const hit = hits(page).getByRole('link', { name: 'What a quokka wants' })
  await expect(hit).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(hits(page).getByRole('link').first()).toBeFocused()
  await hit.click()
  await expect(page).toHaveURL(site.url(`${samplePaths.animal}#what-a-quokka-wants`))
  await expect(page.getByRole('heading', { name: 'What a quokka wants' })).toBeInViewport()

  // Offline, a picture appears whatever width of it the window requests.
  await site.visit('/en/blog/product/hello-kurs', { tab: page, width: 390 })
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  await expect.poll(() => page.locator('article img').first().evaluate(isDrawn)).toBe(true)

  await site.visit('/docs/operations/commands', { tab: page, status: 503 })
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Попробовать снова' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Команды' })).toBeVisible()
})

test('saved and visited pages open offline; others show a page in their language', async () => {
  const page = await visitKept('/en/docs', 'en')
  await page.reload()
  await site.visit('/docs/trading/moscow-time', { tab: page })
  await site.visit('/en/docs/no-such-page', { tab: page, status: 404 })
  await page.context().setOffline(true)
  for (const path of ['/en', '/en/blog', '/en/blog/product', '/en/docs/operations/backups']) {
    await site.visit(path, { tab: page })
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.fonts.size > 0 && getComputedStyle(document.body).margin)).toBe('0px')
  }
  await site.visit('/docs/trading/moscow-time', { tab: page })
  await expect(page.getByRole('heading', { level: 1, name: 'Московское время' })).toBeVisible()
  await site.visit('/docs/operations/backups', { tab: page, status: 503 })
  await expect(page.getByRole('heading', { level: 1, name: 'Нет связи, а эта страница не сохранена' })).toBeVisible()
  await site.visit('/en/docs/no-such-page', { tab: page, status: 503 })
  await expect(page.getByRole('heading', { name: 'You are offline, and this page is not saved' })).toBeVisible()
  await site.visit('/app/charts', { tab: page, status: 503 })
  await expect(page.getByRole('heading', { level: 1, name: 'Нет связи, а эта страница не сохранена' })).toBeVisible()
  await page.context().setOffline(false)
  await site.visit('/docs/operations/backups', { tab: page })
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Резервные копии' })).toBeVisible()
})

test('a page that has replaced another counts as visited', async () => {
  const page = await visitKept('/en/docs/operations/databases', 'en')
  await page.keyboard.press('Escape')
  await page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
  await page.getByRole('banner').getByRole('link', { name: 'Русский' }).click()
  const there = page.getByRole('heading', { level: 1, name: 'Базы данных' })
  await expect(there).toBeVisible()
  expect(await page.evaluate(() => 'isMarked' in globalThis)).toBe(true)
  const isCopied = () => page.evaluate(async () => (await caches.match('/docs/operations/databases')) !== undefined)
  await expect.poll(isCopied).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
  await expect(there).toBeVisible()
})

/** Opens a page as a reader who has saved the documentation; all tests that only read saved pages share one profile. */
async function visitKept(path: string, locale: 'ru' | 'en'): Promise<Page> {
  const page = await site.visit(path, { provokes, profile: locale })
  await page.keyboard.press('Control+k')
  const button = (name: 'turnOn' | 'turnOff') => control(page).getByRole('button', { name: words[locale][name] })
  // Waits until the script has loaded and shows one of the two buttons.
  await expect(button('turnOn').or(button('turnOff'))).toBeVisible()
  if (await button('turnOn').isVisible()) await button('turnOn').click()
  await expect(said(page)).toHaveText(words[locale].kept, { timeout: keepingMs })
  return page
}

/** Picks every fourth query that a person would type, to limit the test's time. */
function someOf(cases: readonly RelevanceCase[]): string[] {
  return cases
    .map(([query]) => query)
    .filter((query) => query.length < 100)
    .filter((_, at) => at % 4 === 0)
}

/** Returns what the palette shows for each query: links with texts and marks, and the status line. */
function answersTo(page: Page, queries: string[]): Promise<unknown[]> {
  // Runs all queries inside the page, so that each answer is read as soon as it appears.
  return page.evaluate(
    async ({ queries, patienceMs }) => {
      const input = document.querySelector<HTMLInputElement>('.search-field input')
      const shown = () => document.querySelector<HTMLElement>('.search-results')
      const answerTo = async (query: string) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const look = () => shown()?.dataset.query === query && resolve()
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-query'] })
        const patience = setTimeout(() => reject(new Error(`No answer to “${query}”`)), patienceMs)
        if (input) input.value = query
        input?.dispatchEvent(new Event('input', { bubbles: true }))
        look()
        await promise.finally(() => observer.disconnect())
        clearTimeout(patience)
        const results = shown()
        return {
          said: results?.querySelector('[role=status]')?.textContent,
          links: [...(results?.querySelectorAll('a') ?? [])].map((link) => ({
            to: link.getAttribute('href'),
            text: link.textContent,
            marks: [...link.querySelectorAll('mark')].map((mark) => mark.textContent),
            drawing: link.querySelector('svg path')?.getAttribute('d'),
          })),
        }
      }
      const answers: unknown[] = []
      for (const query of queries) answers.push(await answerTo(query))
      return answers
    },
    { queries, patienceMs: keepingMs },
  )
}
