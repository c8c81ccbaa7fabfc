import type { Page } from 'playwright'
import { violationsInBothModes } from './accessibility.ts'
import { painted } from './layout-shift.ts'

/** What axe finds wrong with an open page in a wide light window and a narrow dark one, each in the other mode too. */
export async function violationsWideAndNarrow(page: Page): Promise<string[]> {
  const wide = [...(await excessIn(page, 1440)), ...(await violationsInBothModes(page, 'light'))]
  const narrow = [...(await excessIn(page, 320)), ...(await violationsInBothModes(page, 'dark'))]
  return [...wide, ...narrow]
}

/** Gives an open page a window as wide as this (px), and tells when the page scrolls sideways in it. */
export async function excessIn(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
  await painted(page)
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  return excess > 0 ? [`scrolls sideways by ${excess} px in a window of ${width} px`] : []
}
