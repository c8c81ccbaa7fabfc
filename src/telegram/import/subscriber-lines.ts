import { type Locale, locales } from '../../i18n/locales.ts'
import { separatorOf } from '../../market/feed/csv.ts'

export interface ImportedSubscriber {
  chatId: number
  locale: Locale
  name: string
}

export type ReadLine = ImportedSubscriber | { fault: string } | 'header' | 'empty'

const columns = ['chat_id', 'locale', 'name'] as const
/** Largest chat id: Telegram's ids have 52 bits. Source: https://core.telegram.org/bots/api#chat */
const largestId = 2 ** 52
/** Max length of a name, characters. Telegram's first and last names have 64 each. */
const maxName = 200

/** Parses a CSV line by line (RFC 4180, in UTF-8). The header is optional; it may name the columns in any sequence. */
export function createLineReader(): (line: string) => ReadLine {
  let split: ((line: string) => string[] | undefined) | undefined
  let names: readonly string[] = columns

  const begin = (line: string): ReadLine | undefined => {
    split = splitterFor(separatorOf(line))
    const cells = split(line)?.map((cell) => cell.toLowerCase())
    if (!cells?.includes('chat_id')) return undefined
    const strange = cells.find((name) => !columns.some((known) => known === name))
    if (strange !== undefined) return { fault: `the header has ${quoted(strange)}: expected ${columns.join(', ')}` }
    names = cells
    return 'header'
  }

  return (line) => {
    const text = line.replace(/^\uFEFF/, '').trim()
    if (text === '') return 'empty'
    const header = split ? undefined : begin(text)
    if (header) return header
    const cells = split?.(text)
    if (!cells) return { fault: 'a quote is not closed on this line' }
    if (cells.length !== names.length) return { fault: `expected columns ${names.join(', ')}: found ${cells.length}` }
    return readCells((name) => cells[names.indexOf(name)])
  }
}

/** Reads the cells of a line. @param cell  returns undefined for a column that the file lacks */
function readCells(cell: (name: (typeof columns)[number]) => string | undefined): ReadLine {
  const [id = '', given = locales[0], name = ''] = columns.map(cell)
  const chatId = /^-?[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined
  if (chatId === undefined || Math.abs(chatId) > largestId) return fault('chat_id', id, 'the number of a chat')
  const locale = locales.find((known) => known === given.toLowerCase())
  if (!locale) return fault('locale', given, locales.join(' or '))
  if (name.includes('\uFFFD')) return fault('name', name, 'text in UTF-8')
  if (name.length > maxName) return fault('name', name, `up to ${maxName} characters`)
  if (/\p{Cc}/u.test(name)) return fault('name', name, 'no control characters')
  return { chatId, locale, name }
}

function fault(column: string, value: string, expected: string): { fault: string } {
  return { fault: `column ${column}: ${quoted(value)}: expected ${expected}` }
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}

/** Creates a function that splits a line. @returns undefined if a quote is not closed, or is followed by other text */
function splitterFor(separator: string): (line: string) => string[] | undefined {
  // Only one branch of the pattern matches blanks before a quote: if both did, blanks would take quadratic time.
  const cell = new RegExp(`(?:\\s*"((?:[^"]|"")*)"\\s*|([^"${separator}]*))(${separator}|$)`, 'y')
  return (line) => {
    if (!line.includes('"')) return line.split(separator).map((text) => text.trim())
    const cells: string[] = []
    cell.lastIndex = 0
    for (;;) {
      const [, inQuotes, plain = '', end] = cell.exec(line) ?? []
      if (end === undefined) return undefined
      cells.push(inQuotes?.replaceAll('""', '"') ?? plain.trim())
      if (end === '') return cells
    }
  }
}
