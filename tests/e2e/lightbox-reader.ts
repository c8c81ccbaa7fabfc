import type { Page } from 'playwright'
import { expect, type Site } from './browser.ts'
import { picturePaths } from './lightbox-pages.ts'

export const window = { width: 1024, height: 640 }

export const viewer = (page: Page) => page.getByRole('dialog', { name: 'Image viewer' })
export const caption = (page: Page) => viewer(page).locator('.lightbox-caption')
export const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Browser messages when a picture's own URL is opened: about the browser's own styles, and a missing icon. */
export const onOwnPage = /screenshot\.webp|ViewTransition|favicon\.ico/

/** Opens the page with reduced motion, so that keys and clicks take effect immediately. */
export async function visitCalmly(site: Site, hash = ''): Promise<Page> {
  const page = await site.visit(picturePaths.pictures)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (hash) await page.evaluate((to) => location.assign(to), hash)
  return page
}

export async function openFirst(page: Page): Promise<void> {
  await link(page, 'First chart').click()
  await expect(viewer(page)).toBeVisible()
}
