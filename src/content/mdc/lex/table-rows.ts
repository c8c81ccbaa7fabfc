import { interruptsText } from './block-rules.ts'
import { LineReader } from './line-reader.ts'

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

export function beginsTable(header: string, delimiters: string): boolean {
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
