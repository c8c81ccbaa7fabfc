import { type Attribute, readAttributes } from '../attributes.ts'
import { maxNameLength } from '../limits.ts'
import { findClosingBracket } from './source-text.ts'

/** Opening line of a block: `::name[label]{attributes}`, or `:::name title` of a callout as in other site generators */
export interface Opening {
  colons: number
  name: string
  label?: string
  title?: string
  attributes: Attribute[]
}

/** Names of blocks that may have a title after the name and a space before it. */
const titled = ['info', 'note', 'tip', 'important', 'warning', 'caution', 'danger', 'details']
const titledHead = new RegExp(`^\\s*(:{3,}) ?(${titled.join('|')})(?:[ \\t]+(?![\\s[])(.*))?$`)
export function isTitled(name: string): boolean {
  return titled.includes(name)
}

export function mayContainLabelTitles(text: string): boolean {
  return labeledHint.test(text)
}

const labeledHint = new RegExp(`^[^\\n:]{0,200}:{2,}(?:${titled.join('|')})\\[`, 'm')

/** Pattern of a block whose name may be preceded by a space but not followed by a title. */
const spacedHead = /^\s*(:{3,}) (code-group)\s*$/

const head = new RegExp(`^\\s*(:{2,})([A-Za-z][\\w-]{0,${maxNameLength - 1}})(?![\\w-])`)

/** Max length of an opening line, characters; longer lines are text, which limits the search for brackets. */
const maxOpeningLength = 10_000

export function looksLikeOpening(line: string): boolean {
  return /^\s*:{2,}(?:[A-Za-z]|(?<=:::) [a-z])/.test(line)
}

export function closingColons(line: string): number | undefined {
  return /^\s*(:{2,})\s*$/.exec(line)?.[1]?.length
}

export function readOpening(line: string): Opening | undefined {
  return readPlainOpening(line) ?? readTitledOpening(line)
}

function readTitledOpening(line: string): Opening | undefined {
  const found = line.length <= maxOpeningLength ? (titledHead.exec(line) ?? spacedHead.exec(line)) : undefined
  const [all, colons, name, title] = found ?? []
  if (all === undefined || colons === undefined || name === undefined) return undefined
  const [said, attributes] = trailingAttributes(title?.trim() ?? '')
  return { colons: colons.length, name, attributes, ...(said && { title: said }) }
}

/** Splits attributes in braces off the end of a title; there may be attributes only */
function trailingAttributes(title: string): [title: string, attributes: Attribute[]] {
  const at = title.lastIndexOf('{')
  const found = at === 0 || /\s/.test(title[at - 1] ?? '') ? readAttributes(title, at) : undefined
  if (!found || found.end !== title.length) return [title, []]
  return [title.slice(0, at).trim(), found.attributes]
}

function readPlainOpening(line: string): Opening | undefined {
  const [all, colons, name] = headOf(line)
  if (all === undefined || colons === undefined || name === undefined) return undefined
  let at = all.length
  let label: string | undefined
  if (line[at] === '[') {
    const end = findClosingBracket(line, at)
    if (end === undefined) return undefined
    label = line.slice(at + 1, end)
    at = end + 1
  }
  const found = readAttributes(line, at)
  if (found) at = found.end
  if (line.slice(at).trim() !== '') return undefined
  return { colons: colons.length, name, attributes: found?.attributes ?? [], ...(label ? { label } : {}) }
}

function headOf(line: string): string[] {
  return (line.length <= maxOpeningLength ? head.exec(line) : undefined) ?? []
}

export function misspelledOpening(line: string): { isUnreadable: boolean } | undefined {
  const [all] = headOf(line)
  if (all === undefined) return undefined
  if (!/[{[]/.test(line[all.length] ?? '')) return isFence(line) ? { isUnreadable: false } : undefined
  const labelEnd = line[all.length] === '[' ? findClosingBracket(line, all.length) : all.length - 1
  if (labelEnd === undefined) return { isUnreadable: true }
  return { isUnreadable: line[labelEnd + 1] === '{' && readAttributes(line, labelEnd + 1) === undefined }
}

/**
 * Whether a line is an opening with a title: three colons, a name and words. Two colons may well begin a line of text.
 */
function isFence(line: string): boolean {
  return /^\s*:{3,}[A-Za-z][\w-]* /.test(line)
}

export function readSlotLine(line: string): { name: string; attributes: Attribute[] } | undefined {
  const [all, name] = /^\s*#([A-Za-z][\w-]*)(?=\s*$|\{)/.exec(line) ?? []
  if (all === undefined || name === undefined) return undefined
  const found = readAttributes(line, all.length)
  if (line.slice(found?.end ?? all.length).trim() !== '') return undefined
  return { name, attributes: found?.attributes ?? [] }
}
