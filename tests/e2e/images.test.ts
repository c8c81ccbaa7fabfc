import { test } from 'bun:test'
import type { Locator } from 'playwright'
import { expect, openSite } from './browser.ts'

// Every visit starts with an empty cache: a browser shows the largest cached copy of a picture, even one from a wider
// window.
const site = openSite({ isCold: true })
const widths = [320, 640, 768, 1024, 1280, 1536]

test.each([390, 1440])('in a window of %d px an article loads its cover in a fitting size', async (width) => {
  const page = await site.visit('/en/blog/product/hello-kurs', { width })
  const cover = page.getByRole('article').getByRole('img').first()
  await expectSized(cover)
  await expect(cover).toHaveAttribute('loading', 'eager')
  await expect(cover).not.toHaveAttribute('alt', '')
  const shown = await cover.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error('The cover is no picture')
    await image.decode()
    return { src: image.currentSrc, width: image.clientWidth }
  })
  const answer = await page.request.get(shown.src)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('image/webp')
  const fitting = widths.find((own) => own >= shown.width) ?? widths.at(-1)
  expect(shown.src).toMatch(new RegExp(`-${fitting}\\.webp$`))
})

test.each(['/en/blog', '/en/blog/engineering'])(
  'on %s the first cover loads at once, the others lazily',
  async (path) => {
    const page = await site.visit(path)
    const covers = page.getByRole('article').locator('img')
    const count = await covers.count()
    expect(count).toBeGreaterThan(2)
    for (let index = 0; index < count; index++) {
      await expectSized(covers.nth(index))
      await expect(covers.nth(index)).toHaveAttribute('loading', index === 0 ? 'eager' : 'lazy')
    }
  },
)

test('every cover of the blog loads', async () => {
  const page = await site.visit('/blog')
  for (const cover of await page.getByRole('article').locator('img').all()) {
    await cover.scrollIntoViewIfNeeded()
    await expect
      .poll(() => cover.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .not.toBe(0)
  }
})

/** Expects that a picture reserves its space before it loads and exists in every width. */
async function expectSized(image: Locator): Promise<void> {
  await expect(image).toHaveAttribute('width', /^\d+$/)
  await expect(image).toHaveAttribute('height', /^\d+$/)
  const copies = (await image.getAttribute('srcset'))?.split(', ') ?? []
  expect(copies).toEqual(
    widths.map((width) => expect.stringMatching(new RegExp(`^/images/\\w+-${width}\\.webp ${width}w$`))),
  )
}
