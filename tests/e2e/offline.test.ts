import { setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { until } from '../until.ts'
import { expect, openSite } from './browser.ts'
import { control, field, hits, keep, keepingMs, provokes, said, window, words } from './offline-control.ts'
import { samplePaths, sampleTexts } from './sample-texts.ts'

/** Pattern of a subset of the documentation; `offline-reading.test.ts` reads all of it offline. */
const kept = /\.yml$|docs\/index|1\.start\/[1-4]|2\.ticks|8\.backups/
const site = openSite({ isCold: true, files: sampleTexts, keeps: (file) => kept.test(file), window })
setDefaultTimeout(3 * keepingMs)

test('nothing of it is loaded unless requested', async () => {
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

test('a key press saves the documentation of a language; removing it leaves nothing', async () => {
  const page = await site.visit('/en/docs', { provokes })
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
  await site.visit('/docs', { tab: page })
  await keep(page, 'ru')
  await site.visit('/en/search', { tab: page })
  await expect(said(page)).toHaveText(words.en.kept)
  // Offline, the root URL leads to the language of the last page, as it does online.
  await page.context().setOffline(true)
  await site.visit('/', { tab: page })
  await expect(page).toHaveURL(site.url('/en'))
  await page.getByRole('link', { name: 'Русский' }).first().click()
  await expect(page).toHaveURL(site.url('/'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru-RU')
  await page.context().setOffline(false)

  await turnOff(page, 'en')
  expect((await traces(page)).remembered).toEqual(['kurs-offline-ru'])
  await page.context().setOffline(true)
  await site.visit('/docs/operations/backups', { tab: page })
  await expect(page.getByRole('heading', { level: 1, name: 'Резервные копии' })).toBeVisible()
  await page.context().setOffline(false)

  await turnOff(page, 'ru')
  await expect.poll(() => traces(page)).toEqual({ workers: 0, caches: [], remembered: [] })
  await site.visit('/en/docs/operations/backups', { tab: page })
  await page.waitForLoadState('networkidle')
  expect(await traces(page)).toEqual({ workers: 0, caches: [], remembered: [] })
})

test('an interrupted download resumes on the next page, and later changes are followed', async () => {
  const page = await site.visit('/en/docs', { provokes })
  await page.keyboard.press('Control+k')
  await control(page).getByRole('button', { name: words.en.turnOn }).click()
  await expect.poll(async () => (await traces(page)).remembered).toEqual(['kurs-offline-en'])
  await site.visit('/en/docs/operations/backups', { tab: page })
  await page.keyboard.press('Control+k')
  await expect(said(page)).toHaveText(words.en.kept, { timeout: keepingMs })

  const file = 'en/docs/1.start/82.quokka.md'
  const [before] = (await traces(page)).caches
  const text = await site.read(file)
  await site.write(file, text.replaceAll('quokka', 'wombat'))
  await until(async () => (await (await fetch(site.url(samplePaths.animal))).text()).includes('wombat'))
  // Saved content is compared with the server's content whenever a page opens.
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

test('a failure shows its reason and can be retried; data of another build are replaced', async () => {
  const page = await site.visit('/en/docs', { provokes: /ERR_INTERNET_DISCONNECTED/ })
  await page.keyboard.press('Control+k')
  await page.context().setOffline(true)
  await control(page).getByRole('button', { name: words.en.turnOn }).click()
  await expect(said(page)).toHaveText('Couldn’t save: the connection was lost. Downloaded pages are kept.')
  await page.context().setOffline(false)
  await control(page).getByRole('button', { name: 'Try again' }).click()
  await expect(said(page)).toHaveText(words.en.kept, { timeout: keepingMs })

  const [current = ''] = (await traces(page)).caches
  await page.evaluate(async (name) => {
    const { kept } = JSON.parse(localStorage.getItem('kurs-offline-en') ?? '{}')
    const older = { ...kept, id: 'older' }
    localStorage.setItem('kurs-offline-en', JSON.stringify({ status: 'kept', kept: older }))
    await caches.delete(name)
    const cache = await caches.open('kurs-kept-en-older')
    await cache.put('/__kept/note.json', Response.json(older))
    await caches.open('kurs-visited-older')
    // Unregisters the service worker too, because an older build also has an older service worker.
    await (await navigator.serviceWorker.getRegistration())?.unregister()
  }, current)
  await page.reload()
  await expect
    .poll(async () => (await traces(page)).caches.filter((name) => name.endsWith('-older')), { timeout: keepingMs })
    .toEqual([])
  expect((await traces(page)).caches).toContain(current)
})

test('a failed background load is retried once online, without a message', async () => {
  const busy = () => {
    const waiting: (() => void)[] = []
    const becomeIdle = () => {
      for (const run of waiting.splice(0)) run()
    }
    Object.assign(globalThis, { requestIdleCallback: (run: () => void) => waiting.push(run), becomeIdle })
  }
  const page = await site.visit('/en/docs', { provokes: /ERR_INTERNET_DISCONNECTED/, prepare: busy })
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed')
  // On a signed-in user's page an idle browser loads a guard for forms; on a visitor's page it loads nothing more.
  await page.evaluate("document.documentElement.dataset.viewer = 'member'; becomeIdle()")
  await failed
  const loaded = page.waitForResponse((response) => /\/assets\/.*\.js$/.test(response.url()) && response.ok())
  await page.context().setOffline(false)
  await loaded
})

test('without WebAssembly pages are saved, and the search explains why it is unavailable', async () => {
  const withoutWasm = () => {
    Object.defineProperty(globalThis, 'WebAssembly', { value: undefined })
  }
  const page = await site.visit('/en/docs', { provokes, prepare: withoutWasm })
  await page.keyboard.press('Control+k')
  await control(page).getByRole('button', { name: words.en.turnOn }).click()
  await expect(said(page)).toHaveText(/WebAssembly is disabled\.$/, { timeout: keepingMs })
  await page.route('**/en/search?*', (route) => route.abort('internetdisconnected'))
  await field(page).fill('backup')
  await expect(hits(page).getByRole('link', { name: 'Backups' })).toBeVisible()
  await page.context().setOffline(true)
  await field(page).fill('candles')
  await expect(hits(page).getByRole('status')).toHaveText('This browser cannot search offline')
  await site.visit('/en/docs/operations/backups', { tab: page })
  await expect(page.getByRole('heading', { level: 1, name: 'Backups' })).toBeVisible()
})

async function turnOff(page: Page, locale: 'ru' | 'en'): Promise<void> {
  await site.visit(locale === 'en' ? '/en/docs' : '/docs', { tab: page })
  await page.keyboard.press('Control+k')
  await control(page).getByRole('button', { name: words[locale].turnOff }).click()
  await expect(control(page).getByRole('button', { name: words[locale].turnOn })).toBeVisible()
}

/** Lists everything that saving the documentation leaves in a browser. */
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

/** Records every value that the progress bar shows. */
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
