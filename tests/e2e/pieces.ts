import type { Page } from 'playwright'
import { painted } from './layout-shift.ts'
import type { SlowLine } from './slow-line.ts'

/**
 * Splits a page into seven pieces: everything above the main part, the beginning of the main part, its rest in three
 * pieces, and the footer in two.
 */
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

/** Receives a page piece by piece: releases the next piece after the browser has painted the previous one. */
export async function receivePieces(page: Page, line: SlowLine, count: number): Promise<void> {
  for (let piece = 0; piece < count; piece++) {
    await page.waitForFunction(hasComment, String(piece))
    await painted(page)
    line.release(String(piece + 1))
  }
  await page.waitForLoadState('load')
}

/**
 * Whether a file is a font: layout shifts by late fonts are tested separately from shifts by late parts of the page.
 */
export function isFont(file: string): boolean {
  return file.endsWith('.woff2')
}

function hasComment(text: string): boolean {
  const comments = document.createNodeIterator(document, NodeFilter.SHOW_COMMENT)
  for (let node = comments.nextNode(); node; node = comments.nextNode()) if (node.nodeValue === text) return true
  return false
}
