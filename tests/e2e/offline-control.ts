import type { Page } from 'playwright'
import { expect } from './browser.ts'

/**
 * Time limit of a test, ms: saving downloads the whole documentation and builds its index, and some tests save twice.
 */
export const keepingMs = 120_000

/** Size of a window that has room for the palette and the page behind it. */
export const window = { width: 1024, height: 600 }

export const words = {
  en: {
    search: 'Search the documentation and the blog',
    turnOn: 'Save for offline reading',
    turnOff: 'Remove offline copy',
    kept: /^Saved for offline reading: \d+ pages, [\d.]+ MB, as of /,
  },
  ru: {
    search: 'Поиск по документации и блогу',
    turnOn: 'Сохранить для чтения без сети',
    turnOff: 'Удалить сохранённое',
    kept: /^Сохранено для чтения без сети: страниц — \d+, [\d,]+ МБ, по состоянию на /,
  },
}
/** Browser messages caused by a missing network. */
export const provokes = /ERR_INTERNET_DISCONNECTED|htmx:error|status of 503/

export const control = (page: Page) => page.locator('[data-offline]')
export const said = (page: Page) => control(page).locator('[aria-live]')
export const field = (page: Page) => page.getByRole('searchbox')
export const hits = (page: Page) => page.locator('.search-results')

/** Opens the search palette and saves the documentation of the page's language. */
export async function keep(page: Page, locale: 'ru' | 'en'): Promise<void> {
  await page.keyboard.press('Control+k')
  await control(page).getByRole('button', { name: words[locale].turnOn }).click()
  await expect(said(page)).toHaveText(words[locale].kept, { timeout: keepingMs })
}
