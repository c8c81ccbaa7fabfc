import type { Page } from 'playwright'
import { violationsOn } from './accessibility.ts'
import { painted } from './layout-shift.ts'

/** Returns the axe violations of an open page in a wide light window and a narrow dark one. */
export async function violationsWideAndNarrow(page: Page): Promise<string[]> {
  const wide = await violationsIn(page, 1440, 'light')
  const narrow = await violationsIn(page, 320, 'dark')
  return [...wide, ...narrow]
}

async function violationsIn(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  const excess = await excessIn(page, width)
  return [...excess, ...(await violationsOn(page)).map((violation) => `${width} px, ${colorScheme}: ${violation}`)]
}

/** Resizes the window to this width (px), and returns an entry when the page scrolls sideways. */
export async function excessIn(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
  await painted(page)
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  return excess > 0 ? [`scrolls sideways by ${excess} px in a window of ${width} px`] : []
}
