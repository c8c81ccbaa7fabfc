import { afterAll, beforeAll, describe, test } from 'bun:test'
import type { Page } from 'playwright'
import type { Db } from '../../src/db/client.ts'
import { signIn } from '../signed-in.ts'
import { expect, openSite, type Visitor } from './browser.ts'
import { excessIn, violationsWideAndNarrow } from './windows.ts'

const site = openSite({ market: true, window: { width: 1024, height: 640 } })

let db: Db
beforeAll(async () => {
  db = await site.openAppDb()
}, 120_000)
afterAll(() => db.close())

/** Message that the browser logs when a page is left while its socket was connecting */
const leftEarly = /WebSocket is closed before the connection is established/

/** Opens a page as a new user without stars and alerts. */
async function visit(path: string, visitor: Visitor = {}): Promise<Page> {
  const { token } = await signIn(db)
  return site.visit(path, { session: token, provokes: leftEarly, ...visitor })
}

/** Waits until the list's keyboard shortcuts work. */
const keysWork = (page: Page) => expect(search(page)).toHaveAttribute('aria-keyshortcuts', '/')

const rows = (page: Page) => page.locator('[data-row]')
const search = (page: Page) => page.getByRole('searchbox')
const total = (page: Page) => page.locator('.list-total')
const star = (page: Page, asset: string) => page.locator(`#star-button-${asset}`)
const namesOf = (page: Page) => rows(page).evaluateAll((all) => all.map(({ id }) => id.replace('asset-', '')))

/** Returns the asset of the live price in each row: an island must never remain in another asset's row. */
const followedIn = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) => JSON.parse(row.querySelector('.asset-price script')?.textContent ?? '{}').asset),
  )

describe('the list by keyboard', () => {
  test('slash focuses the search, j and k move, s toggles a star, Enter opens', async () => {
    const page = await visit('/en/app/enigma')
    await expect(rows(page)).toHaveCount(12)
    await keysWork(page)
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await search(page).fill('coin')
    await expect(page).toHaveURL(site.url('/en/app/enigma?q=coin'))
    await expect(search(page)).toBeFocused()
    await expect(total(page)).toHaveText('4 assets')
    await search(page).blur()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(page.locator('#open-DOGEUSDT')).toBeFocused()
    await page.keyboard.press('s')
    await expect(star(page, 'DOGEUSDT')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('link', { name: /^Favorites/ })).toBeVisible()
    await page.keyboard.press('k')
    await expect(page.locator('#open-BTCUSDT')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(site.url('/en/app/enigma/BTCUSDT'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Bitcoin')
  })
})

describe('the list by mouse', () => {
  test('prices move; headings sort in place, Back undoes it; the list refreshes in place', async () => {
    const page = await visit('/en/app/enigma')
    await keysWork(page)
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await expect(page.locator('.connection-badge')).toHaveAttribute('data-state', 'live')
    await expect(page.locator('#asset-BTCUSDT .live-price')).toHaveAttribute('data-direction', /up|down/)
    await page.locator('#sort-asset').click()
    await expect(page).toHaveURL(site.url('/en/app/enigma?sort=asset'))
    await expect(page.locator('th[aria-sort=ascending]')).toContainText('Asset')
    const sorted = (await namesOf(page)).toSorted()
    expect(await namesOf(page)).toEqual(sorted)
    expect(await followedIn(page)).toEqual(sorted)
    await page.locator('#sort-asset').click()
    await expect(page.locator('th[aria-sort=descending]')).toBeVisible()
    expect(await followedIn(page)).toEqual(sorted.toReversed())
    await expect(page.locator('body[data-same-page]')).toHaveCount(1)
    await page.goBack()
    await expect(page).toHaveURL(site.url('/en/app/enigma?sort=asset'))
    await expect(page.locator('th[aria-sort=ascending]')).toContainText('Asset')

    await page.locator('#sort-volatility').click()
    await expect(page.locator('th[aria-sort=descending]')).toContainText('Volatility')
    const shown = (await page.locator('td.asset-volatility').allTextContents()).map(Number.parseFloat)
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
    await page.goBack()
    await expect(page.locator('th[aria-sort=ascending]')).toContainText('Asset')

    await star(page, 'XRPUSDT').focus()
    await expect(page.locator('.connection-badge')).toHaveAttribute('data-state', 'live')
    const answer = page.waitForResponse((response) => response.url().endsWith('/en/app/enigma?sort=asset'))
    await page.locator('#asset-list').dispatchEvent('list-refresh')
    expect((await (await answer).text()).slice(0, 20)).toBe('<div id="asset-list"')
    await expect(page.locator('#asset-list.htmx-request')).toHaveCount(0)
    expect(await followedIn(page)).toEqual(await namesOf(page))
    await expect(star(page, 'XRPUSDT')).toBeFocused()
    await expect(page).toHaveURL(site.url('/en/app/enigma?sort=asset'))
  })

  test('a star is saved and defines the favorites; the question mark shows the shortcuts', async () => {
    const page = await visit('/app/enigma', {
      provokes: new RegExp(`${leftEarly.source}|favourite|403|ERR_FAILED|fetch`),
    })
    await star(page, 'ETHUSDT').click()
    await expect(star(page, 'ETHUSDT')).toHaveAttribute('aria-pressed', 'true')
    await expect(star(page, 'ETHUSDT')).toBeFocused()
    await keysWork(page)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Клавиши' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Клавиши' })).toBeHidden()
    await page.getByRole('link', { name: /^Избранные/ }).click()
    await expect(total(page)).toHaveText('1 актив')
    expect(await namesOf(page)).toEqual(['ETHUSDT'])
    await page.reload()
    await expect(star(page, 'ETHUSDT')).toHaveAttribute('aria-pressed', 'true')
    await keysWork(page)
    await page.route('**/favourite', (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: '<p class="error-hint">Потому что.</p>' }),
    )
    await star(page, 'ETHUSDT').click()
    await expect(page.getByRole('alert').last()).toContainText('Что-то пошло не так. Потому что.')
    await page.route('**/favourite', (route) => route.abort())
    await star(page, 'ETHUSDT').click()
    await expect(page.locator('.toast').last()).toContainText(/Нет связи с сервером/)
    await page.unroute('**/favourite')
    await star(page, 'ETHUSDT').click()
    await expect(total(page)).toHaveText('0 активов')
    await expect(star(page, 'ETHUSDT')).toHaveCount(0)
    await expect(page.locator('#asset-list :focus')).toHaveCount(1)
  })

  test('the chosen view is saved', async () => {
    const page = await visit('/en/app/enigma')
    await page.getByText('View', { exact: true }).click()
    await page.getByRole('radio', { name: 'Cards' }).check()
    await page.getByRole('checkbox', { name: 'Volume' }).uncheck()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.locator('.asset-table-cards')).toBeVisible()
    await expect(page.locator('#sort-volume')).toHaveCount(0)
    await page.getByText('View', { exact: true }).click()
    await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked()
    await keysWork(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('radio', { name: 'Cards' })).toBeHidden()
    await expectViewInSight(page)
  })
})

describe('the page of an asset', () => {
  test('shows numbers and a running tick tape, and opens the chart', async () => {
    const page = await visit('/en/app/enigma/ETHUSDT')
    const tape = page.getByRole('group', { name: 'Tape' })
    await expect(tape.locator('tbody tr').first()).toBeVisible()
    const first = (await tape.locator('tbody tr').first().textContent()) ?? ''
    await expect(tape.locator('tbody tr').first()).not.toHaveText(first)
    await expect(page.locator('.chart-plot')).toHaveAttribute('data-is-live', 'true')
    await page.getByRole('link', { name: '15m' }).click()
    await expect(page.locator('.chart-pane')).toHaveAttribute('data-tf', '15')
    await expect(page.locator('.chart-message')).toHaveAttribute('data-newest', 'ready')
    for (const name of ['Returns', 'Volatility', 'Correlations', 'Alerts']) {
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Open chart' }).click()
    await expect(page).toHaveURL(site.url('/en/app/charts?asset=ETHUSDT'))
  })

  test('a triggered alert appears on any page and can be dismissed', async () => {
    const page = await visit('/en/app/enigma/BTCUSDT', { provokes: new RegExp(`${leftEarly.source}|\\b422\\b`) })
    const add = async (value: string) => {
      await page.getByRole('radio', { name: 'Changes by, %' }).check()
      await page.getByLabel('Value').fill(value)
      await page.getByLabel('Note').fill('Sooner or later')
      await page.getByRole('button', { name: 'Create' }).click()
    }
    await page.addInitScript(countTones)
    await page.evaluate(countTones)
    const tones = () => page.evaluate(() => Number(sessionStorage.getItem('tones')))
    const sound = page.getByRole('button', { name: 'Sound' })
    await page.getByRole('button', { name: 'Notifications' }).click()
    await sound.click()
    await expect(sound).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(tones).toBe(2)
    await page.keyboard.press('Escape')
    await add('nothing')
    await expect(page.getByText('Enter a number such as 65000 or -5.')).toBeVisible()
    await expect(page.getByLabel('Value')).toBeFocused()
    // Adds one alert above the price and one below, because the price will move in one direction or the other.
    await add('0.0001')
    await add('-0.0001')
    // The page of the asset lists its alerts itself, so the news is on the other pages only.
    const news = page.getByRole('region', { name: 'Triggered alerts' })
    const list = page.getByRole('region', { name: 'Notifications' })
    await expect(page.locator('#alerts-unseen')).toContainText(/\d/)
    await expect(news.getByRole('link')).toHaveCount(0)
    await expect.poll(tones).toBeGreaterThan(2)
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Enigma' }).click()
    await expect(news.getByRole('link', { name: /^BTC\/USDT (rose|fell) to / })).toBeVisible()
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(list).toContainText('Sooner or later')
    const told = (await list.locator('li').first().getAttribute('id')) ?? ''
    await list.getByRole('button', { name: 'Got it' }).click()
    // The other alert may fire at any moment, but this dismissed one must not return.
    await expect(page.locator(`[id="${told}"]`)).toHaveCount(0)
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: /^Alerts/ })
      .click()
    await expect(page.getByRole('heading', { name: /^Triggered/ })).toBeVisible()
    await expect(page.locator('.alert-item[data-fired]').first()).toContainText('Sooner or later')
  })
})

/** Replaces the sound of the page by a count of the tones that are played, which outlives the page. */
function countTones(): void {
  const node = { gain: {}, frequency: {}, connect: () => {}, stop: () => {}, addEventListener: () => {} }
  const start = () => {
    sessionStorage.setItem('tones', String(Number(sessionStorage.getItem('tones')) + 1))
  }
  Object.assign(globalThis, {
    AudioContext: class {
      state = 'running'
      currentTime = 0
      createGain = () => node
      createOscillator = () => ({ ...node, start })
      close = async () => {}
    },
  })
}

describe('without JavaScript', () => {
  test('search, sorting, stars and view are links and forms', async () => {
    const page = await visit('/app/enigma', { javaScript: false })
    await search(page).fill('eth')
    await page.getByRole('button', { name: 'Найти' }).click()
    await expect(page).toHaveURL(site.url('/app/enigma?q=eth'))
    await star(page, 'ETHUSDT').click()
    await expect(page).toHaveURL(site.url('/app/enigma?q=eth'))
    await expect(star(page, 'ETHUSDT')).toHaveAttribute('aria-pressed', 'true')
    await page.goto(site.url('/app/enigma'))
    await page.locator('#sort-price').click()
    await expect(page.locator('th[aria-sort=descending]')).toContainText('Цена')
    expect((await namesOf(page))[0]).toBe('BTCUSDT')
    await page.locator('#open-BTCUSDT').click()
    await expect(page.locator('.chart-poster').first()).toBeVisible()
    await page.getByRole('navigation', { name: 'Таймфрейм' }).getByRole('link').first().click()
    await expect(page.locator('.chart-pane')).toHaveAttribute('data-tf', '1')
  })

  test('alerts are created, listed and deleted', async () => {
    const page = await visit('/app/alerts', { javaScript: false })
    await page.getByLabel('Актив', { exact: true }).selectOption('BTCUSDT')
    await page.getByLabel('Значение').fill('1')
    await page.getByRole('button', { name: 'Создать' }).click()
    await expect(page.locator('.alert-item')).toContainText('опустится до 1,00')
    await page.getByRole('button', { name: /^Удалить: BTC\/USDT/ }).click()
    await expect(page.getByText('Активных оповещений нет.')).toBeVisible()
  })
})

/** Expects that the form with the view settings fits a phone's screen */
async function expectViewInSight(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 844 })
  await page.locator('.enigma-settings summary').click()
  const box = await page.locator('.enigma-settings form').boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320)
}

/** Expects that no value in the chart's legend is longer than its column on a narrow phone */
async function expectWholeLegend(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 844 })
  await expect(page.locator('.chart-canvas canvas').first()).toBeVisible()
  const excess = await page.locator('.chart-legend-candle > *').evaluateAll((parts) =>
    parts.flatMap((part) => {
      const text = document.createRange()
      text.selectNodeContents(part)
      const over = text.getBoundingClientRect().right - part.getBoundingClientRect().right
      return over > 1 ? [`${part.textContent}: ${over} px`] : []
    }),
  )
  expect(excess).toEqual([])
}

/** Presses the button twice: the second press comes while the first request is pending. */
async function pressTwice(page: Page): Promise<void> {
  await page.getByLabel('Актив', { exact: true }).selectOption('BTCUSDT')
  await page.getByLabel('Значение').fill('1')
  const isIgnored = await page.getByRole('button', { name: 'Создать' }).evaluate((button: HTMLElement) => {
    const ignored: boolean[] = []
    addEventListener('submit', (event) => ignored.push(event.defaultPrevented))
    button.click()
    button.click()
    return ignored
  })
  expect(isIgnored).toEqual([false, true])
  await expect(page.locator('.alert-item')).toHaveCount(1)
}

test.each([
  ['/app/enigma', expectViewInSight],
  ['/en/app/enigma/BTCUSDT', expectWholeLegend],
  ['/app/alerts', pressTwice],
] as const)('%s is accessible in both modes, fits a phone, and its form works there', async (path, act) => {
  const page = await visit(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await violationsWideAndNarrow(page)).toEqual([])
  expect(await excessIn(page, 390)).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await act?.(page)
})
