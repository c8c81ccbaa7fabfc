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

/** What browsers complain of when they show a picture by itself: their own styling, and an icon the site has no file for. */
export const onOwnPage = /screenshot\.webp|ViewTransition|favicon\.ico/

/** A reader who wants nothing to move: what a key or a click does is then done at once. */
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
