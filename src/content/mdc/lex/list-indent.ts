import { matchAt } from './source-text.ts'

const maxMarkers = 64
const listOrQuoteMarker = /[ \t]{0,3}(?:(?:[*+-]|\d{1,9}[.)])[ \t]|>)/y

export function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Number of columns before the text of a line; a tab takes up to four. `indentOf` counts characters instead. */
export function columnsOf(line: string): number {
  let column = 0
  for (const sign of line) {
    if (sign === '\t') column += 4 - (column % 4)
    else if (sign === ' ') column++
    else break
  }
  return column
}

const mayBeItem = /^\s*[-*+\d]/

export function itemIndent(line: string): number | undefined {
  if (!mayBeItem.test(line)) return undefined
  const match = /^(\s*)([-*+]|\d{1,9}[.)])([ \t]+(?=\S)|[ \t]*$)/.exec(line)
  const [, before = '', marker = '', after = ''] = match ?? []
  if (!match || isRule(line)) return undefined
  const gap = after.length === 0 || after.length > 4 ? 1 : after.length
  return before.length + marker.length + gap
}

export function textOfItem(line: string): string {
  if (!mayBeItem.test(line)) return line
  return line.replace(/^\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){1,8}(?=\S)/, '')
}

/** Escapes a line that opens too many lists and quotes, because parsing nested markers takes quadratic time. */
export function withoutEndlessMarkers(line: string): string {
  let at = 0
  for (let count = 0; count < maxMarkers; count++) {
    const marker = matchAt(listOrQuoteMarker, line, at)
    if (!marker) return line
    at += marker[0].length
  }
  return isRule(line) ? line : line.replace(/^(\s*\d*)/, '$1\\')
}

/** Whether a line is a thematic break at any indentation: `- - -` is not a list. */
export function isRule(line: string): boolean {
  const bare = line.replace(/\s+/g, '')
  return bare.length >= 3 && /^(\*+|-+|_+)$/.test(bare)
}
