import { readFile } from 'node:fs/promises'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { painted } from './layout-shift.ts'

const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Checks all accessibility rules on the page in its current state; lists each violated rule with its elements. */
export function violationsOn(page: Page): Promise<string[]> {
  return run(page)
}

/**
 * Checks all accessibility rules except contrast, which takes half of the time: colors do not depend on the language.
 */
export function violationsBesideColors(page: Page): Promise<string[]> {
  return run(page, { rules: { 'color-contrast': { enabled: false } } })
}

/** Checks all accessibility rules, and contrast in the other color mode too; leaves the page in that mode. */
export async function violationsInBothModes(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const other = colorScheme === 'light' ? 'dark' : 'light'
  const violations = await violationsOn(page)
  await page.emulateMedia({ colorScheme: other })
  await painted(page)
  const colors = await run(page, { runOnly: ['color-contrast'] })
  return [
    ...violations.map((violation) => `${colorScheme}: ${violation}`),
    ...colors.map((violation) => `${other}: ${violation}`),
  ]
}

/** Options that save time: only an experimental rule, which never runs, reads style sheets, so preload only media. */
const leanOptions: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } }

async function run(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Loads axe once per document, because loading it costs as much as a run on a short page.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  const given = JSON.stringify({ ...leanOptions, ...options })
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${given}).then(({ violations }) => ({ violations }))`,
  )
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
