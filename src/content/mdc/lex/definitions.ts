import { interruptsText } from './block-rules.ts'
import type { MdcLexer } from './lexer.ts'
import { LineReader } from './source-text.ts'
import type { DefinitionsToken } from './tokens.ts'

const definition = /^ {0,3}:[ \t]+(?=\S)/
const definitionBelow = /\n {0,3}:[ \t]+(?=\S)/

/**
 * Reads a definition list: a paragraph whose lines are terms, followed by their definitions: `: text` on the next line
 * or after one empty line, as in PHP Markdown Extra (michelf.ca/projects/php-markdown/extra/#def-list). Further lines
 * and paragraphs of a definition are indented.
 */
export function definitions(lexer: MdcLexer, src: string, paragraph: string): DefinitionsToken | undefined {
  const end = endOfTerms(src, paragraph)
  if (end === undefined) return undefined
  const terms = src.slice(0, end).trim().split('\n')
  const reader = new LineReader(src)
  for (const _ of terms) reader.next()
  const { written, end: rawEnd } = readAll(reader, src.length)
  const { top } = lexer.state
  lexer.state.top = true
  const read = written.map(({ offset, lines }) => ({
    offset,
    tokens: lexer.openTags.restoreAfter(() => lexer.blockTokens(lines.join('\n').trimEnd(), [])),
  }))
  lexer.state.top = top
  const text = terms.join('\n')
  return {
    type: 'paragraph',
    raw: src.slice(0, rawEnd),
    text,
    tokens: [],
    terms: terms.map((term) => lexer.inline(term.trim())),
    definitions: read,
  }
}

function endOfTerms(src: string, paragraph: string): number | undefined {
  if (definition.test(paragraph)) return undefined
  const below = definitionBelow.exec(paragraph)
  if (below) return below.index
  const reader = new LineReader(src)
  reader.at = paragraph.length + 1
  if (reader.next()?.trim() !== '') return undefined
  return definition.test(reader.peek() ?? '') ? paragraph.length : undefined
}

interface Written {
  /** Line of the definition, counted from the first term */
  offset: number
  lines: string[]
}

function readAll(reader: LineReader, length: number): { written: Written[]; end: number } {
  const written: Written[] = []
  let end = 0
  let isAfterBlank = false
  for (let line = reader.next(); line !== undefined; line = reader.next()) {
    const [marker] = definition.exec(line) ?? []
    const isBlank = line.trim() === ''
    const isIndented = /^(?: {2}|\t)/.test(line)
    if (marker !== undefined) written.push({ offset: reader.offset, lines: [line.slice(marker.length)] })
    else if (!isBlank && !isIndented && (isAfterBlank || interruptsText(line))) break
    else written.at(-1)?.lines.push(line.replace(/^(?: {1,4}|\t)/, ''))
    isAfterBlank = isBlank
    if (!isBlank) end = Math.min(reader.at - 1, length)
  }
  return { written, end }
}
