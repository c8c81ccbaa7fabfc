import { type Attribute, readAttributes } from '../attributes.ts'
import { maxNameLength } from '../limits.ts'
import { findClosingBracket } from './source-text.ts'

export interface InlineComponent {
  name: string
  text: string
  attributes: Attribute[]
  length: number
}

const head = new RegExp(`^:([A-Za-z][\\w-]{0,${maxNameLength - 1}})(?![\\w-]|:)`)

/**
 * Max length of a line that may be a component; longer lines are paragraphs, so that their brackets are not matched
 * twice.
 */
const maxLineLength = 10_000

/** Reads an inline component: `:name`, `:name[text]{attributes}` or `:name{attributes}[text]` */
export function readInlineComponent(src: string): InlineComponent | undefined {
  const [all, name] = head.exec(src) ?? []
  if (all === undefined || name === undefined) return undefined
  let length = all.length
  const before = readAttributes(src, length)
  if (before) length = before.end
  const close = src[length] === '[' ? findClosingBracket(src, length) : undefined
  const text = close === undefined ? '' : src.slice(length + 1, close)
  if (close !== undefined) length = close + 1
  const after = before ? undefined : readAttributes(src, length)
  if (after) length = after.end
  return { name, text, attributes: before?.attributes ?? after?.attributes ?? [], length }
}

/** Whether a line contains only a component, which is then a block and ends the paragraph above. */
export function isComponentLine(line: string): boolean {
  if (line.length > maxLineLength || !/^\s*:[A-Za-z]/.test(line)) return false
  const text = line.trim()
  return readInlineComponent(text)?.length === text.length
}
