import { test } from 'bun:test'
import type { Page } from 'playwright'
import { expect, openSite } from './browser.ts'

const site = openSite({ hasMotion: true })

test.each(['/en', '/en/docs/writing/blocks', '/en/blog', '/en/search'])(
  'on %s the first Tab stop skips the navigation',
  async (path) => {
    const page = await site.visit(path)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  },
)

test('every control of a page is reachable by Tab, visible and visibly focused', async () => {
  const page = await site.visit('/en/docs/writing/blocks')
  const stops = await walk(page)
  const unseen = stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name)
  expect(unseen).toEqual([])
  const names = stops.map(({ name }) => name)
  const inOrder = [
    'Skip to content',
    'Kurs',
    'Docs',
    'Blog',
    'Search',
    'Русский',
    'Color mode',
    'Getting started',
    'Writing',
    'Markdown',
    'Rules',
    'Copy code',
    'Bun',
    'Do I need Docker?',
    'View source',
    'Previous',
    'Next',
    'Callouts',
    'Quick start',
  ]
  let from = 0
  for (const name of inOrder) {
    const at = names.findIndex((other, index) => index >= from && other.includes(name))
    expect(at, `${name} after ${names.slice(0, from).join(' · ')}`).toBeGreaterThanOrEqual(from)
    from = at + 1
  }
})

interface Stop {
  name: string
  /** Whether the focused element is on screen, not covered, and has a visible outline on itself or an ancestor */
  isSeen: boolean
}

/** Presses Tab until the focus has cycled through the page. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return undefined
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      const name = element.ariaLabel ?? label ?? element.textContent ?? ''
      const around = [element, element.parentElement, element.parentElement?.parentElement].filter((node) => !!node)
      const isOutlined = around.some((node) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(node)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      })
      const { left, top, width, height } = element.getBoundingClientRect()
      const shown = document.elementFromPoint(left + width / 2, top + height / 2)
      const isOnTop = shown !== null && (element.contains(shown) || shown.contains(element))
      return { name: name.trim(), isSeen: isOutlined && isOnTop }
    })
    if (!stop) return stops
    stops.push(stop)
  }
}
