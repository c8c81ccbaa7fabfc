import { test } from 'bun:test'
import { page as text } from '../site.ts'
import { expect, openSite } from './browser.ts'
import { violationsWideAndNarrow } from './windows.ts'

const filling = 'Words that only take room.\n\n'.repeat(40)
const longCode = ['first()', ...Array.from({ length: 60 }, (_, at) => `step(${at})`), 'last() // [!code highlight]']

const site = openSite({
  hasMotion: true,
  files: {
    'en/docs/1.start/86.html.md': text(
      { title: 'HTML' },
      '<details><summary>More</summary>\n\nHidden words.\n\n</details>\n\n<video controls width="640"></video>',
    ),
    'en/docs/1.start/85.folding.md': text(
      { title: 'Folding' },
      `::code-collapse
\`\`\`ts [long.ts]
${longCode.join('\n')}
\`\`\`
::

::collapsible{name="the fine print"}
Printed finely.
::

::accordion
::accordion-item{label="Why?"}
## A reason

Because.
::
::

${filling}

[The reason](#a-reason)`,
    ),
  },
})
const address = '/en/docs/start/folding'

test('long code is folded; the button opens the rest and folds it again', async () => {
  const page = await site.visit(address)
  const last = page.locator('.line', { hasText: 'last()' })
  await expect(page.getByText('first()')).toBeInViewport()
  await expect(last).not.toBeInViewport()
  await page.getByText('Expand code').click()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await page.getByText('Collapse code').click()
  await expect(last).not.toBeInViewport()
  // Collapsing scrolls the code into view instead of leaving it somewhere above.
  await expect(page.getByText('Expand code')).toBeInViewport()
})

test('long code folds by keyboard and copies in full while folded; details name their action', async () => {
  const page = await site.visit(address, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('button', { name: 'Copy code' }).click()
  const copied = longCode.join('\n').replace(' // [!code highlight]', '')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied)
  await page.locator('.code-collapse > summary').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Collapse code')).toBeVisible()
  await page.keyboard.press(' ')
  await expect(page.getByText('Expand code')).toBeVisible()

  await expect(page.getByText('Printed finely.')).toBeHidden()
  await page.getByText('Show the fine print').click()
  await expect(page.getByText('Printed finely.')).toBeVisible()
  await expect(page.getByText('Show the fine print')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Printed finely.')).toBeHidden()
  await expect(page.getByText('Show the fine print')).toBeVisible()
})

test('the URL of a heading unfolds the block around it, on load and on the page', async () => {
  const page = await site.visit(`${address}#a-reason`)
  await expect(page.getByText('Because.')).toBeInViewport()
  await page.getByText('Why?').click()
  await expect(page.getByText('Because.')).toBeHidden()
  await page.goto(site.url(address))
  await page.getByRole('link', { name: 'The reason' }).last().click()
  await expect(page.getByText('Because.')).toBeInViewport()
})

test('folding works without JavaScript', async () => {
  const page = await site.visit(address, { javaScript: false })
  const last = page.locator('.line', { hasText: 'last()' })
  await page.getByText('Expand code').click()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await page.getByText('Show the fine print').click()
  await expect(page.getByText('Printed finely.')).toBeVisible()
  await page.getByText('Why?').click()
  await expect(page.getByText('Because.')).toBeVisible()
  await page.getByText('Why?').click()
  await page.getByRole('link', { name: 'The reason' }).click()
  await expect(page.getByText('Because.')).toBeInViewport()
})

test('axe finds nothing, folded and unfolded', async () => {
  const page = await site.visit(address)
  expect(await violationsWideAndNarrow(page)).toEqual([])
  for (const words of ['Expand code', 'Show the fine print', 'Why?']) await page.getByText(words).click()
  await expect(page.getByText('Because.')).toBeVisible()
  expect(await violationsWideAndNarrow(page)).toEqual([])
})

test('plain HTML details show that they fold, and a video fits a narrow window', async () => {
  const page = await site.visit('/en/docs/start/html', { width: 320 })
  const summary = page.getByText('More', { exact: true })
  await expect(summary).toHaveCSS('list-style-type', 'disclosure-closed')
  await expect(summary).toHaveCSS('display', 'list-item')
  await summary.click()
  await expect(page.getByText('Hidden words.')).toBeVisible()
  await expect(summary).toHaveCSS('list-style-type', 'disclosure-open')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
