import { test } from 'bun:test'
import { expect, openSite } from './browser.ts'
import { painted, readToTheEnd, recordShifts, shiftsOf } from './layout-shift.ts'
import { openSlowLine } from './slow-line.ts'

const site = openSite()
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

test.each(pages)('%s stays where it is while it comes piece by piece', async (path, status) => {
  const moved = widths.map(async (width) => {
    // Without fonts: when they come is another matter, below.
    await using line = openSlowLine(site.url('/'), { piecesOf: sixPieces, isLost: isFont })
    const visitor = { width, status, prepare: recordShifts, isLoading: true, provokes: /\.woff2/ }
    const page = await site.visit(line.url + path, visitor)
    for (let piece = 0; piece < 6; piece++) {
      await page.waitForFunction(hasComment, String(piece))
      await painted(page)
      line.release(String(piece + 1))
    }
    await page.waitForLoadState('load')
    await readToTheEnd(page)
    const shifts = await shiftsOf(page)
    // Before the line: pictures may still be on their way.
    await page.close()
    return shifts
  })
  expect((await Promise.all(moved)).flat()).toEqual([])
})

/** What Core Web Vitals call good: a late font may break a line elsewhere, whatever its stand-in's measures. */
const goodShift = 0.1

test.each(pages)('%s hardly moves when its fonts come late', async (path, status) => {
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

function isFont(file: string): boolean {
  return file.endsWith('.woff2')
}

/** All above the main part, its beginning, the rest of it in three, all below it. */
function sixPieces(html: string): string[] {
  const from = html.indexOf('<main')
  const to = html.indexOf('</main>')
  const cuts = [0, 0.05, 0.35, 0.7].map((share) => html.lastIndexOf('><', from + share * (to - from)) + 1)
  return [0, ...cuts, to].map((start, index) => html.slice(start, [...cuts, to][index]))
}

function hasComment(text: string): boolean {
  const comments = document.createNodeIterator(document, NodeFilter.SHOW_COMMENT)
  for (let node = comments.nextNode(); node; node = comments.nextNode()) if (node.nodeValue === text) return true
  return false
}
