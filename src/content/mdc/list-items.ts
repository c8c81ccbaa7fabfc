import { continuesLazily, endsInParagraph, underlineLevel } from './block-rules.ts'
import { LineReader } from './line-reader.ts'
import { isRule } from './list-indent.ts'
import { openVerbatim } from './verbatim.ts'

export interface ListText {
  /** The list as written, without the blank lines behind it */
  raw: string
  /** Number of the first item; nothing for a list without numbers */
  start: number | undefined
  /** A blank line stands between two items */
  isSpaced: boolean
  items: ItemText[]
}

export interface ItemText {
  raw: string
  /** The Markdown of the item, its indentation taken off */
  text: string
}

interface Marker {
  /** What items of one list have in common: the bullet, or what stands behind the number */
  kind: string
  start: number | undefined
  /** Column of the item's text; lines indented as far belong to it */
  indent: number
  /** The rest of the line */
  text: string
}

/** The list a text begins with, read once: marked copies the whole item for each line of it. */
export function readList(src: string): ListText | undefined {
  const reader = new LineReader(src)
  const first = markerOf(reader.next() ?? '')
  if (!first) return undefined
  const items: ItemText[] = []
  let isSpaced = false
  let from = 0
  let end = 0
  for (let marker: Marker | undefined = first; marker; ) {
    const item = readItem(reader, marker)
    const raw = src.slice(from, item.at)
    items.push({ raw, text: item.lines.join('\n') })
    end = item.end
    from = item.at
    const next = item.next === undefined ? undefined : markerOf(item.next)
    marker = next?.kind === first.kind ? next : undefined
    isSpaced ||= marker !== undefined && item.endsBlank
  }
  const last = items.at(-1)
  if (last) last.raw = last.raw.trimEnd()
  return { raw: src.slice(0, end), start: first.start, isSpaced, items }
}

interface Item {
  lines: string[]
  /** Index behind its last line that is not blank, without the line break */
  end: number
  /** Index behind its last line */
  at: number
  endsBlank: boolean
  /** The line after it; the reader is behind that one already */
  next: string | undefined
}

function readItem(reader: LineReader, { indent, text }: Marker): Item {
  const lines = [text]
  const paragraph = new OpenParagraph(lines)
  const isEmpty = text === ''
  const indentation = ' '.repeat(indent)
  let written = 1
  let at = reader.at
  let end = at - 1
  let next = reader.next()
  for (; next !== undefined; next = reader.next()) {
    const isBlank = next.trim() === ''
    const line = withSpaces(next, 0)
    if (isBlank) lines.push('')
    else if (line.startsWith(indentation)) lines.push(line.slice(indent))
    else if (continuesLazily(next) && paragraph.isOpen()) {
      // Indented, an underline stays part of the paragraph.
      paragraph.goesOn(underlineLevel(next) ? `    ${next.trimStart()}` : next)
    } else break
    at = reader.at
    if (!isBlank) {
      written = lines.length
      end = at - 1
    } else if (isEmpty && lines.length === 2) {
      // An item that begins with a blank line ends with it.
      next = reader.next()
      break
    }
  }
  return { lines: lines.slice(0, written), end, at, endsBlank: written < lines.length, next }
}

/** Whether the lines of an item end with a paragraph. They are looked at when it is asked for, which is rare. */
class OpenParagraph {
  #isOpen = false
  #seen = 0
  #fence: ReturnType<typeof openVerbatim>

  constructor(readonly lines: string[]) {}

  isOpen(): boolean {
    for (; this.#seen < this.lines.length; this.#seen++) {
      const line = this.lines[this.#seen] ?? ''
      if (this.#fence) this.#fence = this.#fence.isClosedBy(line) ? undefined : this.#fence
      else this.#fence = openVerbatim(line)
      this.#isOpen = !this.#fence && endsInParagraph(this.#isOpen ? line.trimStart() : line)
    }
    return this.#isOpen
  }

  /** Adds a line that is part of the paragraph, whatever it looks like. */
  goesOn(line: string): void {
    this.lines.push(line)
    this.#seen = this.lines.length
  }
}

function markerOf(line: string): Marker | undefined {
  const [all, before = '', sign = '', number] = /^( {0,3})([*+-]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(line) ?? []
  if (all === undefined || isRule(line)) return undefined
  const rest = withSpaces(line.slice(all.length), all.length)
  const text = rest.trimStart()
  const gap = rest.length - text.length
  const isCode = gap > 4
  return {
    kind: sign.slice(-1),
    start: number === undefined ? undefined : Number(number),
    indent: before.length + sign.length + (text === '' || isCode ? 1 : gap),
    text: isCode && text !== '' ? rest.slice(1) : text,
  }
}

/** A line whose indentation is spaces alone. Tabs end at columns divisible by four. */
function withSpaces(line: string, column: number): string {
  const indentation = /^[ \t]*/.exec(line)?.[0] ?? ''
  if (!indentation.includes('\t')) return line
  let at = column
  for (const character of indentation) at += character === '\t' ? 4 - (at % 4) : 1
  return ' '.repeat(at - column) + line.slice(indentation.length)
}
