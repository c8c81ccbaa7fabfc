import { continuesLazily, endsInParagraph, interruptsText, underlineLevel } from './block-rules.ts'
import { isComponentLine } from './inline-component.ts'
import { LineReader } from './source-text.ts'
import { openVerbatim } from './verbatim.ts'
import { isForeignName, readWrittenTag } from './written-tag.ts'

/** Max distance between a tag and its end, characters, because the text is searched for each line that may be an end */
const maxTagDistance = 4000

export function readText(
  src: string,
  endsText: (line: string) => boolean,
): { raw: string; depth?: 1 | 2; underline: string } {
  const reader = new LineReader(src)
  const first = reader.next()
  if (first !== undefined && isComponentLine(first)) return { raw: first, underline: '' }
  for (;;) {
    const end = Math.min(reader.at - 1, src.length)
    const next = reader.next()
    if (!next?.trim()) return { raw: src.slice(0, end), underline: '' }
    const depth = underlineLevel(next)
    if (depth) return { raw: src.slice(0, end), depth, underline: src.slice(end, Math.min(reader.at - 1, src.length)) }
    if (closesTagOf(src.slice(Math.max(0, end - maxTagDistance), end), next)) continue
    if (endsText(next) || beginsTable(next, reader.peek() ?? '')) return { raw: src.slice(0, end), underline: '' }
  }
}

/** Whether a line closes a component whose tag is in the text above, as in `<Note>Text` */
function closesTagOf(text: string, line: string): boolean {
  const name = /^\s*<\/([A-Za-z][\w.-]{0,63})\s*>\s*$/.exec(line)?.[1]
  if (name === undefined || !isForeignName(name)) return false
  const at = text.lastIndexOf(`<${name}`)
  const tag = at > text.lastIndexOf(`</${name}`) ? readWrittenTag(text, at) : undefined
  return tag?.kind === 'open' && tag.name === name
}

export function readQuote(src: string): { raw: string; text: string } {
  const reader = new LineReader(src)
  const lines: string[] = []
  let fence: ReturnType<typeof openVerbatim>
  let mayContinue = false
  let end = 0
  for (let line = reader.next(); line !== undefined; line = reader.next()) {
    const inner = /^ {0,3}>/.test(line) ? withoutMarker(line) : undefined
    if (inner === undefined && !(mayContinue && continuesLazily(line))) break
    if (inner === undefined) {
      // A setext underline is indented, so that it stays part of the paragraph.
      lines.push(underlineLevel(line) ? `    ${line.trimStart()}` : line)
    } else {
      lines.push(inner)
      if (fence) fence = fence.isClosedBy(inner) ? undefined : fence
      else fence = openVerbatim(inner)
      mayContinue = !fence && endsInParagraph(inner)
    }
    end = Math.min(reader.at - 1, src.length)
  }
  return { raw: src.slice(0, end), text: lines.join('\n') }
}

function withoutMarker(line: string): string {
  // The marker of a quote takes one column of a tab after it.
  return line.replace(/^ {0,3}>(?: |(\t))?/, (_, tab?: string) => (tab ? '  ' : ''))
}

/** Max number of cells added to short rows of a table; a wide header with many rows would fill the memory. */
const maxPaddedCells = 10_000

type Alignment = 'center' | 'left' | 'right' | null

export interface TableText {
  raw: string
  align: Alignment[]
  rows: string[][]
}

export function readTable(src: string): TableText | undefined {
  const reader = new LineReader(src)
  const head = reader.next() ?? ''
  const delimiters = reader.next() ?? ''
  if (!beginsTable(head, delimiters)) return undefined
  const align = cellsOf(delimiters).map(alignmentOf)
  const rows = [cellsOf(head)]
  let padding = maxPaddedCells
  let end = reader.at - 1
  for (let line = reader.next(); line?.trim(); line = reader.next()) {
    if (/^( {4}| {0,3}\t)/.test(line) || interruptsText(line)) break
    const cells = cellsOf(line)
    const missing = Math.min(Math.max(0, align.length - cells.length), padding)
    padding -= missing
    // Cells beyond the last column would be lost, so they are joined to it.
    const last = cells.splice(align.length - 1).join(' | ')
    rows.push([...cells, last, ...Array.from({ length: missing }, () => '')].slice(0, align.length))
    end = reader.at - 1
  }
  return { raw: src.slice(0, end), align, rows }
}

function beginsTable(header: string, delimiters: string): boolean {
  if (!/^ {0,3}[|:-]/.test(delimiters) || !/[|:]/.test(delimiters) || header.trim() === '') return false
  const cells = cellsOf(delimiters)
  return cells.every((cell) => /^:?-+:?$/.test(cell)) && cellsOf(header).length === cells.length
}

function cellsOf(row: string): string[] {
  const text = row.trim()
  const cells: string[] = []
  let from = text.startsWith('|') ? 1 : 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '|') {
      cells.push(text.slice(from, at))
      from = at + 1
    }
  }
  if (from < text.length || cells.length === 0) cells.push(text.slice(from))
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function alignmentOf(delimiter: string): Alignment {
  const isLeft = delimiter.startsWith(':')
  if (delimiter.endsWith(':')) return isLeft ? 'center' : 'right'
  return isLeft ? 'left' : null
}
