import type { Page } from 'playwright'
import { painted } from './layout-shift.ts'
import type { SlowLine } from './slow-line.ts'

/** All above the main part, its beginning, the rest of it in three, what is below it in two. */
export function sevenPieces(html: string): string[] {
  const from = html.indexOf('<main')
  const to = html.indexOf('</main>')
  const inMain = [0, 0.05, 0.35, 0.7].map((share) => html.lastIndexOf('><', from + share * (to - from)) + 1)
  const inFoot = html.lastIndexOf('><', (html.lastIndexOf('<footer') + html.lastIndexOf('</footer>')) / 2) + 1
  return cutAt(html, [...inMain, to, ...(inFoot > to ? [inFoot] : [])])
}

export function cutAt(html: string, places: number[]): string[] {
  const cuts = places.toSorted((a, b) => a - b)
  return [0, ...cuts].map((start, index) => html.slice(start, cuts[index]))
}

/** Lets a page come piece by piece: the next when the browser has shown the last. */
export async function receivePieces(page: Page, line: SlowLine, count: number): Promise<void> {
  for (let piece = 0; piece < count; piece++) {
    await page.waitForFunction(hasComment, String(piece))
    await painted(page)
    line.release(String(piece + 1))
  }
  await page.waitForLoadState('load')
}

/** Whether a file is a font: what late ones move is another matter than what comes late of the page. */
export function isFont(file: string): boolean {
  return file.endsWith('.woff2')
}

function hasComment(text: string): boolean {
  const comments = document.createNodeIterator(document, NodeFilter.SHOW_COMMENT)
  for (let node = comments.nextNode(); node; node = comments.nextNode()) if (node.nodeValue === text) return true
  return false
}
