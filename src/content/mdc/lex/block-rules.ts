import { isComponentLine } from './inline-component.ts'
import { looksLikeOpening, readOpening } from './opening.ts'
import { htmlTags, isTagLine } from './written-tag.ts'

const rule = / {0,3}(?:(?:-[\t ]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/
const heading = / {0,3}#{1,6}(?:\s|$)/
const quote = / {0,3}>/
const fence = / {0,3}(?:`{3,}[^`]*$|~{3,})/
// Pattern of a list item that interrupts a paragraph. An empty item or a number other than 1 does not:
// "in the year\n1917. " is not a list.
const item = / {0,3}(?:[*+-]|1[.)])[ \t]+[^ \t]/
const html = new RegExp(
  ` {0,3}(?:</?(?:${htmlTags})(?:\\s|$|/?>)|<(?:(?:script|pre|style|textarea)(?:[\\s>]|$)|!--)|<\\?|<![A-Za-z]|<!\\[CDATA\\[)`,
  'i',
)
const interrupting = new RegExp(
  `^(?:${[rule, heading, quote, fence, item, html].map(({ source }) => source).join('|')})`,
  'i',
)
const blockOfOneLine = new RegExp(`^(?:${[rule, heading, fence, html].map(({ source }) => source).join('|')})`, 'i')

export function interruptsText(line: string): boolean {
  if (isTagLine(line)) return true
  return interrupting.test(line) || (looksLikeOpening(line) && readOpening(line) !== undefined) || isComponentLine(line)
}

/** Whether a line after a quote or list item, without its marks, can lazily continue the paragraph inside. */
export function continuesLazily(line: string): boolean {
  return line.trim() !== '' && !interruptsText(line) && !/^ {0,3}(?:[*+-]|\d{1,9}[.)])(?:[ \t]|$)/.test(line)
}

export function endsInParagraph(line: string): boolean {
  if (line.trim() === '' || /^(?: {4}| {0,3}\t)/.test(line)) return false
  const text = line.replace(/^(?: {0,3}(?:(?:[*+-]|\d{1,9}[.)])(?:[ \t]+|$)|>[ \t]?)){1,48}/, '')
  return text.trim() !== '' && !blockOfOneLine.test(text)
}

export function underlineLevel(line: string): 1 | 2 | undefined {
  const match = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)
  if (!match) return undefined
  return match[1]?.startsWith('=') ? 1 : 2
}
