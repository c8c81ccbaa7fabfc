import { test } from 'bun:test'
import { expect, openSite } from './browser.ts'

const site = openSite({ hasMotion: true })

test.each([
  ['/', 'light', 'ru'],
  ['/en', 'dark', 'en'],
] as const)(
  '%s shows the app in its own language and color mode, and loads no other picture',
  async (path, mode, locale) => {
    const fetched: string[] = []
    const page = await site.visit(path, {
      colorScheme: mode,
      locale: locale === 'ru' ? 'ru-RU' : 'en-US',
      onResponse: (response) => {
        const { pathname } = new URL(response.url())
        if (pathname.startsWith('/screens/')) fetched.push(pathname)
      },
    })
    for (const name of ['charts', 'enigma', 'bots', 'broadcasts']) {
      const picture = page.locator(`img[src="/screens/${name}-${locale}-${mode}.webp"]`)
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() =>
          picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth / image.naturalHeight),
        )
        .toBeCloseTo(1280 / 800, 1)
    }
    expect(fetched.toSorted()).toEqual(
      ['bots', 'broadcasts', 'charts', 'enigma'].map((name) => `/screens/${name}-${locale}-${mode}-720.webp`),
    )
  },
)
