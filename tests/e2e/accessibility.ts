import { readFile } from 'node:fs/promises'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { painted } from './layout-shift.ts'

const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Finds violations of every rule on the page as it stands: each rule with the elements that break it. */
export function violationsOn(page: Page): Promise<string[]> {
  return run(page)
}

/** The same without contrast, half of the work: colors do not depend on the language. */
export function violationsBesideColors(page: Page): Promise<string[]> {
  return run(page, { rules: { 'color-contrast': { enabled: false } } })
}

/** The same, and in the other color mode violations of contrast; the page stays in that mode. */
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

/** Style sheets are read by an experimental rule alone, which never runs: only media are loaded for the others. */
const leanOptions: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } }

async function run(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Starting axe costs as much as a run over a short page: once a document.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  const given = JSON.stringify({ ...leanOptions, ...options })
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${given}).then(({ violations }) => ({ violations }))`,
  )
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
