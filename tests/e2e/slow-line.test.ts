import { test } from 'bun:test'
import { expect, openSite } from './browser.ts'
import { painted, readToTheEnd, recordShifts, shiftsOf } from './layout-shift.ts'
import { isFont, receivePieces, sevenPieces } from './pieces.ts'
import { openSlowLine } from './slow-line.ts'

const site = openSite({ isCold: true, hasMotion: true })
const widths = [390, 1440]
const pages = [
  ['/', 200],
  ['/docs', 200],
  ['/en/docs/writing/blocks', 200],
  ['/blog', 200],
  ['/en/blog/product/hello-kurs', 200],
  ['/search?q=kurs', 200],
  ['/en/nowhere', 404],
] as const

test.each(pages)('%s has no layout shift while it arrives piece by piece', async (path, status) => {
  const moved = widths.map(async (width) => {
    // Fonts never arrive on this line: their late arrival is tested separately below.
    await using line = openSlowLine(site.url('/'), { piecesOf: sevenPieces, isLost: isFont })
    const visitor = { width, status, prepare: recordShifts, isLoading: true, provokes: /\.woff2/ }
    const page = await site.visit(line.url + path, visitor)
    await receivePieces(page, line, 7)
    await readToTheEnd(page)
    const shifts = await shiftsOf(page)
    // Closes the page before the line, because pictures may still be loading.
    await page.close()
    return shifts
  })
  expect((await Promise.all(moved)).flat()).toEqual([])
})

/**
 * Bound for a "good" layout shift in Core Web Vitals: a late font may wrap a line differently, whatever the metrics of
 * its fallback.
 */
const goodShift = 0.1

test.each(pages)('%s shifts only slightly when its fonts arrive late', async (path, status) => {
  const moved = widths.map(async (width) => {
    const late = new Set<string>()
    let isLate = (file: string) => isFont(file) && late.add(file).has(file)
    await using line = openSlowLine(site.url('/'), { isHeld: (file) => isLate(file) })
    const page = await site.visit(line.url + path, { width, status, prepare: recordShifts, isLoading: true })
    await page.waitForFunction(() => document.readyState !== 'loading')
    await painted(page)
    isLate = () => false
    for (const font of [...late].toSorted().toReversed()) {
      const arrived = page.waitForEvent('requestfinished', (request) => request.url() === line.url + font)
      line.release(font)
      await arrived
      await painted(page)
    }
    await page.waitForLoadState('load')
    await readToTheEnd(page)
    const shifts = await shiftsOf(page, goodShift)
    await page.close()
    return shifts
  })
  expect((await Promise.all(moved)).flat()).toEqual([])
})

test('the late offer to save pages appears below the results without a layout shift', async () => {
  const moved = widths.map(async (width) => {
    const late = new Set<string>()
    let isLate = (file: string) => file.endsWith('.js') && late.add(file).has(file)
    await using line = openSlowLine(site.url('/'), { isHeld: (file) => isLate(file) })
    const page = await site.visit(`${line.url}/search?q=kurs`, { width, prepare: recordShifts, isLoading: true })
    await page.waitForFunction(() => document.readyState !== 'loading')
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await painted(page)
    isLate = () => false
    for (const script of late) line.release(script)
    await expect(page.getByRole('button', { name: 'Сохранить для чтения без сети' })).toBeVisible()
    await painted(page)
    const shifts = await shiftsOf(page)
    await page.close()
    return shifts
  })
  expect((await Promise.all(moved)).flat()).toEqual([])
})
