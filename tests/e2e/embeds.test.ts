import { test } from 'bun:test'
import { page as text } from '../site.ts'
import { expect, openSite } from './browser.ts'

const site = openSite({
  env: { EMBEDS: 'film.test' },
  files: {
    'en/docs/1.start/87.film.md': text(
      { title: 'Film' },
      '<iframe src="https://film.test/one" title="The film"></iframe>\n\n[Back](/en/docs/start/plain)',
    ),
    'en/docs/1.start/88.plain.md': text({ title: 'Plain' }, '[To the film](/en/docs/start/film)'),
  },
})

test('an embedded page loads after client-side navigation, in reserved space', async () => {
  const page = await site.visit('/en/docs/start/plain')
  await page.route('https://film.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Film</title><h1>The film runs</h1>' }),
  )
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'To the film' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'The film runs' })).toBeVisible()
  const box = await page.locator('iframe').boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  await expect(main.getByRole('link', { name: 'The film' })).toHaveAttribute('href', 'https://film.test/one')
  await main.getByRole('link', { name: 'Back' }).click()
  await expect(main.getByRole('link', { name: 'To the film' })).toBeVisible()
})
