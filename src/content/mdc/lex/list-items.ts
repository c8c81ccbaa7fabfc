import { continuesLazily, endsInParagraph, underlineLevel } from './block-rules.ts'
import { isRule } from './list-indent.ts'
import { LineReader } from './source-text.ts'
import { openVerbatim } from './verbatim.ts'

export interface ListText {
  raw: string
  start: number | undefined
  isSpaced: boolean
  items: ItemText[]
}

export interface ItemText {
  raw: string
  text: string
}

interface Marker {
  /** The bullet, or the delimiter after the number, which is equal for all items of one list */
  kind: string
  start: number | undefined
  /** Column of the text; lines indented at least this far belong to the item */
  indent: number
  text: string
}

/** Parses a list in one pass; marked would copy the whole item for each of its lines. */
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
  /** Index after the item's last non-blank line, without the line break */
  end: number
  at: number
  endsBlank: boolean
  /** Line after the item, which the reader has already consumed */
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
      // A setext underline is indented, so that it stays part of the paragraph.
      paragraph.append(underlineLevel(next) ? `    ${next.trimStart()}` : next)
    } else break
    at = reader.at
    if (!isBlank) {
      written = lines.length
      end = at - 1
    } else if (isEmpty && lines.length === 2) {
      // An item whose first two lines are blank ends after them.
      next = reader.next()
      break
    }
  }
  return { lines: lines.slice(0, written), end, at, endsBlank: written < lines.length, next }
}

/** State that says whether an item's lines end in a paragraph; evaluated lazily, because it is rarely needed. */
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

  append(line: string): void {
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

/** Replaces leading tabs by spaces up to the next column divisible by four. */
export function withSpaces(line: string, column: number): string {
  const indentation = /^[ \t]*/.exec(line)?.[0] ?? ''
  if (!indentation.includes('\t')) return line
  let at = column
  for (const character of indentation) at += character === '\t' ? 4 - (at % 4) : 1
  return ' '.repeat(at - column) + line.slice(indentation.length)
}
