import { setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { englishCases, type RelevanceCase, russianCases } from '../search-relevance-queries.ts'
import { expect, openSite } from './browser.ts'
import { samplePaths, sampleTexts } from './sample-texts.ts'

const site = openSite({ files: sampleTexts })
// Keeping downloads the whole documentation and builds its index; some tests do it twice.
setDefaultTimeout(180_000)
const keepingMs = 60_000

const words = {
  en: {
    search: 'Search the documentation and the blog',
    turnOn: 'Keep documentation offline',
    turnOff: 'Remove what is kept',
    kept: /^Kept for reading without network: \d+ pages, [\d.]+ MB, as of /,
  },
  ru: {
    search: 'Поиск по документации и блогу',
    turnOn: 'Держать документацию офлайн',
    turnOff: 'Удалить сохранённое',
    kept: /^Сохранено для чтения без сети: страниц — \d+, [\d,]+ МБ, по состоянию на /,
  },
}
/** What a browser without network says of it. */
const provokes = /ERR_INTERNET_DISCONNECTED|htmx:error|status of 503/

const control = (page: Page) => page.locator('[data-offline]')
const said = (page: Page) => control(page).locator('[aria-live]')
const field = (page: Page) => page.getByRole('searchbox')
const hits = (page: Page) => page.locator('#search-results')

test('who does not ask for it loads nothing of it', async () => {
  const loaded: string[] = []
  const page = await site.visit('/en/docs', { onResponse: (response) => loaded.push(response.url()) })
  await page.keyboard.press('Control+k')
  await expect(control(page).getByRole('button', { name: words.en.turnOn })).toBeVisible()
  await field(page).fill('candles')
  await expect(hits(page).getByRole('link').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => /sw\.js|offline|sqlite|wasm|__nuxt_content/.test(url))).toEqual([])
  expect(await traces(page)).toEqual({ workers: 0, caches: [], remembered: [] })
})

test('documentation is kept at the press of a key; that is said, and remembered', async () => {
  const page = await site.visit('/en/docs')
  await page.keyboard.press('Control+k')
  const button = control(page).getByRole('button')
  while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
  await recordProgress(page)
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText(words.en.kept, { timeout: keepingMs })
  const progress = await recordedProgress(page)
  expect(progress.length).toBeGreaterThan(5)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  await expect(button).toBeFocused()
  await expect(button).toHaveText(words.en.turnOff)
  await site.visit('/en/search', { tab: page })
  await expect(said(page)).toHaveText(words.en.kept)
  await site.visit('/docs', { tab: page })
  await page.keyboard.press('Control+k')
  await expect(control(page).getByRole('button', { name: words.ru.turnOn })).toBeVisible()
})

test.each([
  ['en', '/en/docs', englishCases],
  ['ru', '/docs', russianCases],
] as const)(
  'without network the palette finds what the server finds: %s',
  async (locale, path, cases) => {
    const page = await site.visit(path, { provokes })
    await keep(page, locale)
    const queries = someOf(cases)
    expect(queries.length).toBeGreaterThanOrEqual(15)
    const online: unknown[] = []
    for (const query of queries) online.push(await answerTo(page, query))
    await page.context().setOffline(true)
    await page.reload()
    await page.keyboard.press('Control+k')
    const offline: unknown[] = []
    for (const query of queries) offline.push(await answerTo(page, query))
    expect(offline).toEqual(online)
  },
  120_000,
)

test('without network what was found opens, at its very place, and Enter opens the first', async () => {
  const page = await site.visit('/en/docs', { provokes })
  await keep(page, 'en')
  await page.context().setOffline(true)
  await field(page).fill('quokka wants')
  const hit = hits(page).getByRole('link', { name: 'What a quokka wants' })
  await expect(hit).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(hits(page).getByRole('link').first()).toBeFocused()
  await hit.click()
  await expect(page).toHaveURL(site.url(`${samplePaths.animal}#what-a-quokka-wants`))
  await expect(page.getByRole('heading', { name: 'What a quokka wants' })).toBeInViewport()
})

test('without network an address of the search page is answered, in its field and below it', async () => {
  const page = await site.visit('/en/search', { provokes })
  await keep(page, 'en')
  await page.context().setOffline(true)
  await site.visit('/en/search?q=quokka', { tab: page })
  await expect(field(page)).toHaveValue('quokka')
  await expect(page.getByRole('main').getByRole('link', { name: 'Where a quokka sleeps' })).toBeVisible()
  await field(page).fill('quokka wants')
  await expect(page).toHaveURL(site.url('/en/search?q=quokka+wants'))
})

test('kept and visited pages open without network; for others a page says so in their language', async () => {
  const page = await site.visit('/en/docs', { provokes })
  await keep(page, 'en')
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
  await expect(page.getByRole('heading', { name: 'No connection, and this page is not kept' })).toBeVisible()
  await page.context().setOffline(false)
  await site.visit('/docs/operations/backups', { tab: page })
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Резервные копии' })).toBeVisible()
})

test('the page of no network tries again, and shows the page when there is a network', async () => {
  const page = await site.visit('/en/docs', { provokes })
  await keep(page, 'en')
  await page.context().setOffline(true)
  await site.visit('/docs/operations/backups', { tab: page, status: 503 })
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Попробовать снова' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Резервные копии' })).toBeVisible()
})

test('without network the root address leads to the language of the last page, as with one', async () => {
  const page = await site.visit('/', { provokes })
  await keep(page, 'ru')
  await site.visit('/en/docs', { tab: page })
  await keep(page, 'en')
  await page.context().setOffline(true)
  await site.visit('/', { tab: page })
  await expect(page).toHaveURL(site.url('/en'))
  await page.getByRole('link', { name: 'Русский' }).first().click()
  await expect(page).toHaveURL(site.url('/'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru-RU')
})

test('a kept picture shows without network, whatever width the window asks for', async () => {
  const page = await site.visit('/en/docs', { provokes })
  await keep(page, 'en')
  await page.context().setOffline(true)
  await site.visit('/en/blog/product/hello-kurs', { tab: page, width: 390 })
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  await expect.poll(() => page.locator('article img').first().evaluate(isDrawn)).toBe(true)
})

test('switching off removes everything, and what is visited afterwards leaves nothing', async () => {
  const page = await site.visit('/en/docs')
  await keep(page, 'en')
  await page.reload()
  await page.keyboard.press('Control+k')
  await control(page).getByRole('button', { name: words.en.turnOff }).click()
  await expect(control(page).getByRole('button', { name: words.en.turnOn })).toBeVisible()
  await expect.poll(() => traces(page)).toEqual({ workers: 0, caches: [], remembered: [] })
  await site.visit('/en/docs/operations/backups', { tab: page })
  await page.waitForLoadState('networkidle')
  expect(await traces(page)).toEqual({ workers: 0, caches: [], remembered: [] })
})

test('one language goes without the other', async () => {
  const page = await site.visit('/docs', { provokes })
  await keep(page, 'ru')
  await site.visit('/en/docs', { tab: page })
  await keep(page, 'en')
  await control(page).getByRole('button', { name: words.en.turnOff }).click()
  await expect(control(page).getByRole('button', { name: words.en.turnOn })).toBeVisible()
  expect((await traces(page)).remembered).toEqual(['kurs-offline-ru'])
  await page.context().setOffline(true)
  await site.visit('/docs/operations/backups', { tab: page })
  await expect(page.getByRole('heading', { level: 1, name: 'Резервные копии' })).toBeVisible()
})

test('when the content changes, the kept copy follows', async () => {
  const file = 'en/docs/1.start/82.quokka.md'
  const page = await site.visit('/en/docs', { provokes })
  await keep(page, 'en')
  const [before] = (await traces(page)).caches
  const text = await site.read(file)
  await site.write(file, text.replaceAll('quokka', 'wombat'))
  // What is kept is compared with what there is whenever a page opens.
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.waitForLoadState('networkidle')
        await expect.poll(() => isUnderWay(page), { timeout: keepingMs }).toBe(false)
        return (await traces(page)).caches
      },
      { timeout: 2 * keepingMs },
    )
    .not.toContain(before)
  await page.context().setOffline(true)
  await site.visit(samplePaths.animal, { tab: page })
  await expect(page.getByText('A wombat weighs three kilograms.')).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill('wombat')
  await expect(hits(page).getByRole('link', { name: 'Where a wombat sleeps' })).toBeVisible()
  await site.write(file, text)
})

test('what another build has left is replaced', async () => {
  const page = await site.visit('/en/docs')
  await keep(page, 'en')
  const [current = ''] = (await traces(page)).caches
  await page.evaluate(async (name) => {
    const { kept } = JSON.parse(localStorage.getItem('kurs-offline-en') ?? '{}')
    const older = { ...kept, id: 'older' }
    localStorage.setItem('kurs-offline-en', JSON.stringify({ status: 'kept', kept: older }))
    await caches.delete(name)
    const cache = await caches.open('kurs-kept-en-older')
    await cache.put('/__kept/note.json', Response.json(older))
    await caches.open('kurs-visited-older')
    // An older build has an older service worker as well.
    await (await navigator.serviceWorker.getRegistration())?.unregister()
  }, current)
  await page.reload()
  await expect
    .poll(async () => (await traces(page)).caches.filter((name) => name.endsWith('-older')), { timeout: keepingMs })
    .toEqual([])
  expect((await traces(page)).caches).toContain(current)
})

test('a failure says why, and can be tried again', async () => {
  const page = await site.visit('/en/docs', { provokes: /ERR_INTERNET_DISCONNECTED/ })
  await page.keyboard.press('Control+k')
  await page.context().setOffline(true)
  await control(page).getByRole('button', { name: words.en.turnOn }).click()
  await expect(said(page)).toHaveText('Not kept: the connection broke off. What has been loaded is not lost.')
  await page.context().setOffline(false)
  await control(page).getByRole('button', { name: 'Try again' }).click()
  await expect(said(page)).toHaveText(words.en.kept, { timeout: keepingMs })
})

test('what was stopped by leaving the page goes on with the next one', async () => {
  const page = await site.visit('/en/docs')
  await page.keyboard.press('Control+k')
  await control(page).getByRole('button', { name: words.en.turnOn }).click()
  await site.visit('/en/docs/operations/backups', { tab: page })
  await page.keyboard.press('Control+k')
  await expect(said(page)).toHaveText(words.en.kept, { timeout: keepingMs })
})

test('without WebAssembly pages are kept, and the search says why it cannot answer', async () => {
  const withoutWasm = () => {
    Object.defineProperty(globalThis, 'WebAssembly', { value: undefined })
  }
  const page = await site.visit('/en/docs', { provokes, prepare: withoutWasm })
  await page.keyboard.press('Control+k')
  await control(page).getByRole('button', { name: words.en.turnOn }).click()
  await expect(said(page)).toHaveText(/WebAssembly is switched off\.$/, { timeout: keepingMs })
  await page.route('**/en/search?*', (route) => route.abort('internetdisconnected'))
  await field(page).fill('backup')
  await expect(hits(page).getByRole('link', { name: 'Backups' })).toBeVisible()
  await page.context().setOffline(true)
  await field(page).fill('candles')
  await expect(hits(page).getByRole('status')).toHaveText('This browser cannot search without network')
  await site.visit('/en/docs/operations/backups', { tab: page })
  await expect(page.getByRole('heading', { level: 1, name: 'Backups' })).toBeVisible()
})

/** Opens the search, where the page does not show it, and keeps the documentation of the page's language. */
async function keep(page: Page, locale: 'ru' | 'en'): Promise<void> {
  await page.keyboard.press('Control+k')
  await control(page).getByRole('button', { name: words[locale].turnOn }).click()
  await expect(said(page)).toHaveText(words[locale].kept, { timeout: keepingMs })
}

/** Every fourth query that a person would type: as many as are typed in a moment. */
function someOf(cases: readonly RelevanceCase[]): string[] {
  return cases
    .map(([query]) => query)
    .filter((query) => query.length < 100)
    .filter((_, at) => at % 4 === 0)
}

/** What the palette shows for a query: links with their words and marks, and the line above. */
async function answerTo(page: Page, query: string): Promise<unknown> {
  await field(page).fill(query)
  await expect(hits(page)).toHaveAttribute('data-query', query)
  return hits(page).evaluate((results) => ({
    said: results.querySelector('[role=status]')?.textContent,
    links: [...results.querySelectorAll('a')].map((link) => ({
      to: link.getAttribute('href'),
      text: link.textContent,
      marks: [...link.querySelectorAll('mark')].map((mark) => mark.textContent),
      drawing: link.querySelector('svg path')?.getAttribute('d'),
    })),
  }))
}

/** Everything that keeping leaves in a browser. */
function traces(page: Page): Promise<{ workers: number; caches: string[]; remembered: string[] }> {
  return page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
    remembered: Object.keys(localStorage).filter((key) => key.includes('offline')),
  }))
}

function isUnderWay(page: Page): Promise<boolean> {
  return page.evaluate(async () => ((await navigator.locks.query()).held ?? []).length > 0)
}

/** Notes every value that the progress bar takes. */
async function recordProgress(page: Page): Promise<void> {
  await page.evaluate(() => {
    const bar = document.querySelector('[data-offline] progress')
    const values: string[] = []
    Object.assign(globalThis, { progressValues: values })
    if (bar) new MutationObserver(() => values.push(bar.getAttribute('value') ?? '')).observe(bar, { attributes: true })
  })
}

async function recordedProgress(page: Page): Promise<number[]> {
  const values = await page.evaluate(() => Reflect.get(globalThis, 'progressValues'))
  return Array.isArray(values) ? values.map(Number).filter((value, at, all) => value > 0 && value !== all[at - 1]) : []
}
