import { test } from 'bun:test'
import type { Page } from 'playwright'
import { page as text } from '../site.ts'
import { expect, openSite } from './browser.ts'
import { violationsWideAndNarrow } from './windows.ts'

const file = (path: string, content: string) => `\`\`\`ts [${path}]\n${content}\n\`\`\``

const files = [
  file('src/nest/egg.ts', `hatch()\n${'// waits\n'.repeat(40)}fly() // [!code highlight]`),
  file('src/nest/twig.ts', 'bend()'),
  file('src/index.ts', 'wake()'),
  file('attic/dust.ts', 'settle()'),
  file('README.ts', 'read()'),
].join('\n')

const site = openSite({
  files: {
    'en/docs/1.start/84.tree.md': text(
      { title: 'A tree' },
      `[Before](#twig-and-egg)\n\n::code-tree{defaultValue="src/index.ts"}\n${files}\n::\n\n[After](#twig-and-egg)\n\n## Twig and egg\n\nText.`,
    ),
  },
})
const address = '/en/docs/start/tree'
const tree = (page: Page) => page.getByRole('tree', { name: 'Files' })
const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name })

test('a click on a file shows it, a click on a folder folds or unfolds it', async () => {
  const page = await site.visit(address)
  await expect(page.getByText('wake()')).toBeVisible()
  await expect(page.getByText('settle()')).toBeHidden()
  await expect(item(page, 'attic')).toHaveAttribute('aria-expanded', 'false')
  await expect(item(page, 'dust.ts')).toBeHidden()
  await item(page, 'attic').click()
  await item(page, 'dust.ts').click()
  await expect(page.getByText('settle()')).toBeVisible()
  await expect(page.getByText('wake()')).toBeHidden()
  await expect(item(page, 'dust.ts')).toHaveAttribute('aria-selected', 'true')
  await expect(item(page, 'index.ts')).toHaveAttribute('aria-selected', 'false')
  await item(page, 'attic').click()
  await expect(item(page, 'dust.ts')).toBeHidden()
  await expect(page.getByText('settle()')).toBeVisible()
  await expect(page).toHaveURL(site.url(address))

  // The code box keeps its height when another file is selected, and long code scrolls in it.
  const box = page.locator('.code-tree')
  const last = page.locator('.line', { hasText: 'fly()' })
  const before = await box.boundingBox()
  await item(page, 'nest').click()
  await item(page, 'egg.ts').click()
  await expect(last).not.toBeInViewport()
  expect((await box.boundingBox())?.height).toBe(before?.height)
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
})

test('arrows move through open items and fold folders; Enter and Space show a file', async () => {
  const page = await site.visit(address)
  await item(page, 'index.ts').focus()
  const press = async (key: string, name: string) => {
    await page.keyboard.press(key)
    await expect(item(page, name)).toBeFocused()
  }
  await press('ArrowUp', 'nest')
  await press('ArrowRight', 'nest')
  await expect(item(page, 'nest')).toHaveAttribute('aria-expanded', 'true')
  await press('ArrowRight', 'egg.ts')
  await press('ArrowRight', 'egg.ts')
  await press('Enter', 'egg.ts')
  await expect(page.getByText('hatch()')).toBeInViewport()
  await press('ArrowDown', 'twig.ts')
  await press(' ', 'twig.ts')
  await expect(page.getByText('bend()')).toBeVisible()
  await press('ArrowLeft', 'nest')
  await press('ArrowLeft', 'nest')
  await expect(item(page, 'egg.ts')).toBeHidden()
  await press('ArrowLeft', 'src')
  await press('Home', 'attic')
  await press('ArrowUp', 'attic')
  await press('End', 'README.ts')
  await press('ArrowDown', 'README.ts')
  await press('i', 'index.ts')
  await press('a', 'attic')
  await press('Enter', 'attic')
  await expect(item(page, 'dust.ts')).toBeVisible()
})

test('the tree is a single Tab stop that remembers its position', async () => {
  const page = await site.visit(address)
  await expect(tree(page)).toBeVisible()
  await page.getByRole('link', { name: 'Before' }).focus()
  await page.keyboard.press('Tab')
  await expect(item(page, 'index.ts')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy code' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('group', { name: 'Code: src/index.ts' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'After' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(item(page, 'README.ts')).toBeFocused()
})

test('the tree exposes the current item; the URL of a file opens it with its folders', async () => {
  const page = await site.visit(address)
  await expect(tree(page)).toBeVisible()
  const said = [
    '- tree "Files":',
    '  - treeitem "attic" [level=1]',
    '  - treeitem "src" [expanded] [level=1]',
    '  - treeitem "nest" [level=2]',
    '  - treeitem "index.ts" [level=2] [selected]',
    '  - treeitem "README.ts" [level=1]',
  ]
  expect(await tree(page).ariaSnapshot()).toBe(said.join('\n'))
  expect(await violationsWideAndNarrow(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  const link = await tree(page).locator('a', { hasText: 'dust.ts' }).getAttribute('href')
  await page.evaluate((hash) => location.assign(hash ?? ''), link)
  await expect(page.getByText('settle()')).toBeInViewport()
  await expect(item(page, 'dust.ts')).toBeVisible()
  await page.reload()
  await expect(item(page, 'dust.ts')).toHaveAttribute('aria-selected', 'true')
})

test('without JavaScript the files are listed one below another, with links to them', async () => {
  const page = await site.visit(address, { javaScript: false })
  for (const content of ['hatch()', 'bend()', 'wake()', 'settle()', 'read()']) {
    await expect(page.getByText(content)).toBeVisible()
  }
  const list = page.getByRole('list', { name: 'Files' })
  await list.getByRole('link', { name: 'dust.ts' }).click()
  await expect(page.getByText('settle()')).toBeInViewport()
  await expect(page).toHaveURL(/tree#/)
})
