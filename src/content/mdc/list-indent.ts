import { matchAt } from './match-at.ts'

/** Lists and quotes that one line may open */
const maxMarkers = 64
const listOrQuoteMarker = /[ \t]{0,3}(?:(?:[*+-]|\d{1,9}[.)])[ \t]|>)/y

/** How far a line is indented, in characters. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Cheap test by which every line is tried first. */
const mayBeItem = /^\s*[-*+\d]/

/** Where the text of a list item begins when the line is one. */
export function itemIndent(line: string): number | undefined {
  if (!mayBeItem.test(line)) return undefined
  const match = /^(\s*)([-*+]|\d{1,9}[.)])([ \t]+(?=\S)|[ \t]*$)/.exec(line)
  const [, before = '', marker = '', after = ''] = match ?? []
  if (!match || isRule(line)) return undefined
  const gap = after.length === 0 || after.length > 4 ? 1 : after.length
  return before.length + marker.length + gap
}

/** The text of a list item without its markers; other lines as they are. */
export function textOfItem(line: string): string {
  if (!mayBeItem.test(line)) return line
  return line.replace(/^\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){1,8}(?=\S)/, '')
}

/**
 * The line as it may be read: one that opens more lists and quotes than anybody means is text, because looking behind
 * each of its markers for the next one is quadratic.
 */
export function withoutEndlessMarkers(line: string): string {
  let at = 0
  for (let count = 0; count < maxMarkers; count++) {
    const marker = matchAt(listOrQuoteMarker, line, at)
    if (!marker) return line
    at += marker[0].length
  }
  return isRule(line) ? line : line.replace(/^(\s*\d*)/, '$1\\')
}

/** Whether a line is a rule, however far it is indented: `- - -` is no list. */
export function isRule(line: string): boolean {
  const bare = line.replace(/\s+/g, '')
  return bare.length >= 3 && /^(\*+|-+|_+)$/.test(bare)
}
