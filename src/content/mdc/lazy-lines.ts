import { interruptsText } from './block-rules.ts'
import { LineReader } from './line-reader.ts'
import { indentOf, itemIndent } from './list-indent.ts'
import { openVerbatim, type Verbatim } from './verbatim.ts'

/** Lines that may go on with the paragraphs of a list item without being indented */
const maxLazyLines = 1000

/**
 * Cuts a text where such lines do not end: marked copies the whole item for each of them. What follows the cut is a
 * paragraph of its own.
 */
export function splitLazyLines(text: string): string[] {
  if (text.length < maxLazyLines * 2) return [text]
  const reader = new LineReader(text)
  const pieces: string[] = []
  let from = 0
  let listIndent = Number.POSITIVE_INFINITY
  let lazyLines = 0
  let verbatim: Pick<Verbatim, 'isClosedBy'> | undefined
  for (let start = 0, line = reader.next(); line !== undefined; start = reader.at, line = reader.next()) {
    if (verbatim) {
      if (verbatim.isClosedBy(line)) verbatim = undefined
      continue
    }
    verbatim = openVerbatim(line)
    const isInside = line.trim() === '' || indentOf(line) >= listIndent
    const item = isInside ? undefined : itemIndent(line)
    if (item !== undefined) {
      listIndent = item
      lazyLines = 0
    } else if (!isInside) {
      if (interruptsText(line)) listIndent = Number.POSITIVE_INFINITY
      lazyLines++
    }
    if (listIndent < Number.POSITIVE_INFINITY && lazyLines > maxLazyLines) {
      pieces.push(text.slice(from, start))
      from = start
      listIndent = Number.POSITIVE_INFINITY
    }
  }
  return [...pieces, text.slice(from)]
}
