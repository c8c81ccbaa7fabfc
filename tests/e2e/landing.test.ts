import { test } from 'bun:test'
import { expect, openSite } from './browser.ts'
import { recordShifts, shiftsOf } from './layout-shift.ts'

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

test('a member is offered the app in place of an account, and no command breaks inside', async () => {
  const page = await site.visit('/en', { width: 390, prepare: recordShifts })
  const links = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  await expect(links('Create account')).toHaveCount(2)
  await expect(links('Open the app')).toHaveCount(0)
  const linesOfCommands = async (width: number) => {
    await page.setViewportSize({ width, height: 844 })
    return page
      .locator('.closing-terminal code')
      .evaluateAll((codes) =>
        codes.map((code) => new Set([...code.getClientRects()].map(({ bottom }) => Math.round(bottom))).size),
      )
  }
  expect(await linesOfCommands(320)).toEqual([1, 1])
  expect(await linesOfCommands(390)).toEqual([1, 1])
  const user = { id: 'u', name: 'Anna', role: 'user' }
  await page.route('**/api/auth/me', (route) => route.fulfill({ json: { user } }))
  await page.reload()
  await expect(links('Open the app')).toHaveCount(2)
  await expect(links('Create account')).toHaveCount(0)
  expect(await shiftsOf(page)).toEqual([])
})
