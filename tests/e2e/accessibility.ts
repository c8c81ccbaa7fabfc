import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { painted } from './layout-shift.ts'

const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds wrong with the page as it stands: each rule with the elements that break it. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return run(page, '{}')
}

/** The same without contrast, half of the work: colors do not depend on the language. */
export async function violationsBesideColors(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return run(page, `{ rules: { 'color-contrast': { enabled: false } } }`)
}

/** The same, and in the other colour mode what cannot be read; the page stays in that mode. */
export async function violationsInBothModes(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const other = colorScheme === 'light' ? 'dark' : 'light'
  const violations = await violationsOn(page)
  await page.emulateMedia({ colorScheme: other })
  await painted(page)
  const colours = await run(page, `{ runOnly: ['color-contrast'] }`)
  return [
    ...violations.map((violation) => `${colorScheme}: ${violation}`),
    ...colours.map((violation) => `${other}: ${violation}`),
  ]
}

async function run(page: Page, options: string): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'], ...${options} })`)
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
