import { test } from 'bun:test'
import type { Page } from 'playwright'
import { page as text } from '../site.ts'
import { expect, openSite } from './browser.ts'

const runtimes = `::tabs{sync="bird"}
:::tabs-item{label="Crane"}
It dances.
:::
:::tabs-item{label="Stork"}
It clatters.
:::
::

::code-group{sync="bird"}
\`\`\`bash [Crane]
dance
\`\`\`
\`\`\`bash [Stork]
clatter
\`\`\`
::`

const managers = (names: string[], verb: string) =>
  `::code-group\n${names.map((name) => `\`\`\`bash [${name}]\n${name} ${verb}\n\`\`\``).join('\n')}\n::`

const site = openSite({
  hasMotion: true,
  files: {
    'en/docs/1.start/87.choices.md': text(
      { title: 'Choices' },
      `${runtimes}

::tabs{hash="#far-away"}
:::tabs-item{label="Here"}
Nothing.
:::
:::div{label="There"}
Press :kbd{value="meta"} and :kbd{value="escape"}.
:::
::

${'Words that only take room.\n\n'.repeat(40)}

## Far away

The end.`,
    ),
    'en/docs/1.start/88.more-choices.md': text({ title: 'More choices' }, runtimes),
    'en/docs/1.start/89.managers.md': text(
      { title: 'Managers' },
      [managers(['npm', 'pnpm'], 'add'), managers(['pnpm', 'npm'], 'remove'), managers(['npm', 'yarn'], 'run')].join(
        '\n\n',
      ),
    ),
    'en/docs/1.start/90.more-managers.md': text({ title: 'More managers' }, managers(['npm', 'pnpm'], 'update')),
  },
})
const address = '/en/docs/start/choices'
const more = '/en/docs/start/more-choices'

const tab = (page: Page, name: string) => page.getByRole('radio', { name })
const named = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const kept = (page: Page) => page.evaluate(() => ({ ...localStorage }))

test('a choice is stored as its index, with separate keys for tabs and code', async () => {
  const page = await site.visit(address)
  await tab(page, 'Stork').first().click()
  expect(await kept(page)).toMatchObject({ 'tabs-bird': '1' })
  await expect(page.getByText('dance', { exact: true })).toBeVisible()
  await tab(page, 'Stork').last().click()
  expect(await kept(page)).toMatchObject({ 'tabs-bird': '1', 'code-group-bird': '1' })
  await tab(page, 'Crane').first().click()
  expect(await kept(page)).toMatchObject({ 'tabs-bird': '0', 'code-group-bird': '1' })

  // Choosing a tab in a group with a `hash` scrolls to that anchor.
  await expect(page.getByText('The end.')).not.toBeInViewport()
  await tab(page, 'There').click()
  await expect(page.getByRole('heading', { name: 'Far away' })).toBeInViewport()
})

test('the page shows a stored choice before its scripts have loaded', async () => {
  const page = await site.visit(address, { provokes: /entry-|ERR_FAILED/ })
  await tab(page, 'Stork').first().click()
  await page.route('**/assets/entry-*.js', (route) => route.abort())
  await page.goto(site.url(more))
  await expect(page.getByText('It clatters.')).toBeVisible()
  await expect(page.getByText('It dances.')).toBeHidden()
  await expect(page.getByText('dance', { exact: true })).toBeVisible()
})

test('an invalid stored choice is ignored', async () => {
  const page = await site.visit(more, {
    prepare: () => {
      localStorage.setItem('tabs-bird', '7')
      localStorage.setItem('code-group-bird', 'length')
    },
  })
  await expect(page.getByText('It dances.')).toBeVisible()
  await tab(page, 'Stork').last().click()
  await expect(page.getByText('clatter', { exact: true })).toBeVisible()
})

test('a choice works without storage access', async () => {
  const page = await site.visit(more, {
    prepare: () => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Storage is forbidden', 'SecurityError')
        },
      })
    },
  })
  await tab(page, 'Stork').first().click()
  await expect(page.getByText('It clatters.')).toBeVisible()
})

test('a page restored from the back-forward cache shows the latest choice', async () => {
  const page = await site.visit(more)
  await expect(page.getByText('It dances.')).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('tabs-bird', '1')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page.getByText('It clatters.')).toBeVisible()
})

test('key names match the reader’s platform', async () => {
  const apple = () => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' })
  const other = () => Object.defineProperty(navigator, 'platform', { get: () => 'Win32' })
  for (const [prepare, names] of [
    [apple, ['⌘', 'Esc']],
    [other, ['Ctrl', 'Esc']],
  ] as const) {
    const page = await site.visit(address, { prepare })
    await tab(page, 'There').click()
    await expect(page.locator('.variant-panel kbd')).toHaveText([...names])
    await expect(page.locator('.search-trigger-keys')).toHaveText(prepare === apple ? '⌘ K' : 'Ctrl K')
  }
})

test('code groups with the same labels in any order switch together, on other pages too', async () => {
  const page = await site.visit('/en/docs/start/managers', { provokes: /entry-|ERR_FAILED/ })
  await expect(page.getByText('pnpm remove')).toBeVisible()
  await named(page, 'pnpm').first().click()
  await expect(page.getByText('pnpm add')).toBeVisible()
  await expect(page.getByText('npm run')).toBeVisible()
  await named(page, 'npm').nth(1).click()
  await expect(page.getByText('npm add', { exact: true })).toBeVisible()
  await expect(page.getByText('npm remove', { exact: true })).toBeVisible()
  await named(page, 'pnpm').first().click()
  await page.route('**/assets/entry-*.js', (route) => route.abort())
  await page.goto(site.url('/en/docs/start/more-managers'))
  await expect(page.getByText('pnpm update')).toBeVisible()
})

test('choices of at most a hundred label sets are stored', async () => {
  const page = await site.visit('/en/docs/start/managers', {
    prepare: () => {
      for (let at = 0; at < 150; at++) localStorage.setItem(`kurs-labels:["${at}","b"]`, 'b')
    },
  })
  await named(page, 'pnpm').first().click()
  const labels = Object.keys(await kept(page)).filter((key) => key.startsWith('kurs-labels:'))
  expect(labels).toHaveLength(100)
  expect(await kept(page)).toMatchObject({ 'kurs-labels:["npm","pnpm"]': 'pnpm' })
})
