import { type Lexer, type Token, Tokenizer, type Tokens } from 'marked'
import { maxComponentDepth } from '../limits.ts'
import { interruptsText } from './block-rules.ts'
import { definitions } from './definitions.ts'
import { MdcLexer } from './lexer.ts'
import { type ItemText, readList } from './list-items.ts'
import { looksLikeOpening } from './opening.ts'
import { LineReader } from './source-text.ts'
import { readQuote, readTable, readText } from './text-lines.ts'
import { htmlTags, isTagLine, readTagLines } from './written-tag.ts'

/** Kinds of HTML blocks, by the patterns of their first lines. A kind without `ends` ends at a blank line. */
const kinds: { begins: RegExp; ends?: string; requiresEnd?: boolean }[] = [
  { begins: /^<script(?:[\s>]|$)/i, ends: '</script>' },
  { begins: /^<pre(?:[\s>]|$)/i, ends: '</pre>' },
  { begins: /^<style(?:[\s>]|$)/i, ends: '</style>' },
  { begins: /^<textarea(?:[\s>]|$)/i, ends: '</textarea>' },
  { begins: /^<!--/, ends: '-->', requiresEnd: true },
  { begins: /^<\?/, ends: '?>', requiresEnd: true },
  { begins: /^<!\[CDATA\[/, ends: ']]>', requiresEnd: true },
  { begins: /^<![A-Za-z]/, ends: '>', requiresEnd: true },
  { begins: new RegExp(`^</?(?:${htmlTags})(?:\\s|/?>|$)`, 'i') },
  {
    begins:
      /^<[a-z][a-z0-9-]*(?:[ \t]+[a-z:_][\w.:-]*(?:[ \t]*=[ \t]*(?:"[^"\n]*"|'[^'\n]*'|[^\s"'=<>`]+))?)*[ \t]*\/?>[ \t]*(?:\n|$)/i,
  },
  // A template has its own pattern, because its slot, `#name`, is not a valid HTML attribute.
  { begins: /^<template[ \t](?:"[^"\n]*"|'[^'\n]*'|[^"'<>\n])*>[ \t]*(?:\n|$)/i },
  { begins: /^<\/[a-z][a-z0-9-]*[ \t]*>[ \t]*(?:\n|$)/i },
]

/**
 * Pattern of a tag over several lines whose closing bracket is on its own line, where it would otherwise begin a quote.
 */
const tagOverLines =
  /^<[a-z][a-z0-9-]*(?:\s+[a-z_:@#][\w.:@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\n {0,3}\/?>/i
const maxOfTag = 2000

/** Reads an HTML block. @param find  returns the index of a text in the source, or -1 */
function htmlBlock(src: string, find: (text: string) => number): string | undefined {
  const start = /^ {0,3}(?=<)/.exec(src)?.[0].length
  if (start === undefined) return undefined
  const head = src.slice(start, lineEnd(src, 0) + 1)
  const kind = kinds.find(({ begins }) => begins.test(head))
  if (!kind) return isTagOverLines(src.slice(start, start + maxOfTag)) ? src.slice(0, blankLine(src)) : undefined
  const end = kind.ends === undefined ? -1 : find(kind.ends)
  if (end >= 0) return src.slice(0, lineEnd(src, end))
  return kind.requiresEnd ? undefined : src.slice(0, blankLine(src))
}

function isTagOverLines(src: string): boolean {
  const [part = ''] = src.split(/\n[ \t]*\n/, 1)
  return tagOverLines.test(part)
}

function blankLine(src: string): number {
  let end = lineEnd(src, 0)
  while (end < src.length) {
    const next = lineEnd(src, end + 1)
    if (src.slice(end + 1, next).trim() === '') return end
    end = next
  }
  return src.length
}

function lineEnd(src: string, from: number): number {
  const end = src.indexOf('\n', from)
  return end < 0 ? src.length : end
}

const taskBox = /^\[([ xX])\] +(?=\S)/

/**
 * Makes the token of a list. Blank lines between or inside items make the list loose, so that its texts become
 * paragraphs.
 */
function listToken(lexer: Lexer, src: string): Tokens.List | undefined {
  const list = readList(src)
  if (!list) return undefined
  const { raw, start, isSpaced } = list
  const { top } = lexer.state
  const items = list.items.map((item) => itemToken(lexer, item))
  lexer.state.top = top
  const loose = isSpaced || items.some(({ tokens }) => tokens.some(isBlankLine))
  for (const item of items) {
    item.loose = loose
    if (loose) item.tokens = item.tokens.map(asParagraph)
  }
  return { type: 'list', raw, ordered: start !== undefined, start: start ?? '', loose, items }
}

function itemToken(lexer: Lexer, { raw, text }: ItemText): Tokens.ListItem {
  lexer.state.top = false
  const queued = lexer.inlineQueue.length
  const read = () => lexer.blockTokens(text, [])
  const tokens = lexer instanceof MdcLexer ? lexer.openTags.closeAfter(read) : read()
  const item: Tokens.ListItem = { type: 'list_item', raw, text, task: false, loose: false, tokens }
  const type = tokens[0]?.type
  const [box, sign] = taskBox.exec(text) ?? []
  // Inline text is read later, so the task box is cut from the queued source and added before it as a token.
  const waiting = lexer.inlineQueue[queued]
  if (box === undefined || !waiting || (type !== 'text' && type !== 'paragraph')) return item
  const checked = sign !== ' '
  waiting.src = waiting.src.replace(taskBox, '')
  waiting.tokens.unshift({ type: 'checkbox', raw: box, checked })
  return { ...item, task: true, checked }
}

function isBlankLine({ type, raw }: Token): boolean {
  return type === 'space' && raw.indexOf('\n') !== raw.lastIndexOf('\n')
}

function asParagraph(token: Token): Token {
  return token.type === 'text' ? { ...token, type: 'paragraph' } : token
}

/** Max number of lines of a link definition, which may span several lines, but not a page. */
const maxDefinitionLines = 4
const maxDefinitionLength = 2000

/** Max length of an address in text, because marked trims trailing punctuation from addresses in quadratic time. */
const maxUrlLength = 2000

/** Max number of characters scanned per page for missing ends of comments and the like. */
const maxVainSearch = 50_000_000

/**
 * Tokenizer that gives each rule only its own lines: several rules of marked scan the rest of the page before they
 * fail.
 */
export class MdcTokenizer extends Tokenizer {
  #searchedInVain = 0

  /** Whether a line ends a text. If components are nested too deep, an opening line is text and does not. */
  readonly #endsText = (line: string): boolean => {
    const isTooDeep = this.lexer instanceof MdcLexer && this.lexer.blockDepth > maxComponentDepth
    if (this.lexer instanceof MdcLexer && this.lexer.isMdx && isTagLine(line, true)) return true
    return interruptsText(line) && !(isTooDeep && looksLikeOpening(line))
  }

  override paragraph(src: string): Tokens.Paragraph | undefined {
    const { raw } = readText(src, this.#endsText)
    if (this.lexer instanceof MdcLexer) this.lexer.openTags.readText(raw)
    const defining = this.lexer instanceof MdcLexer ? definitions(this.lexer, src, raw) : undefined
    if (defining) return defining
    const text = withoutIndents(raw).trimEnd()
    return { type: 'paragraph', raw, text, tokens: this.lexer.inline(text) }
  }

  /** Reads the text of a tight list item, which marked would scan again for every line. */
  override text(src: string): Tokens.Text | undefined {
    const { raw } = readText(src, this.#endsText)
    if (this.lexer instanceof MdcLexer) this.lexer.openTags.readText(raw)
    const text = withoutIndents(raw).trimEnd()
    return { type: 'text', raw, text, tokens: this.lexer.inline(text) }
  }

  override lheading(src: string): Tokens.Heading | undefined {
    const { raw, depth, underline } = readText(src, this.#endsText)
    if (!depth) return undefined
    const text = withoutIndents(raw).trim()
    return { type: 'heading', raw: raw + underline, depth, text, tokens: this.lexer.inline(text) }
  }

  override table(src: string): Tokens.Table | undefined {
    const table = readTable(src)
    if (!table) return undefined
    const { raw, align, rows } = table
    const [header = [], ...body] = rows.map((texts, row) =>
      texts.map((text, column): Tokens.TableCell => {
        return { text, tokens: this.lexer.inline(text), header: row === 0, align: align[column] ?? null }
      }),
    )
    return { type: 'table', raw, header, align, rows: body }
  }

  /** Reads a quote, which marked would scan again for every lazy continuation line. */
  override blockquote(src: string): Tokens.Blockquote | undefined {
    if (!/^ {0,3}>/.test(src)) return undefined
    const { raw, text } = readQuote(src)
    const { top } = this.lexer.state
    this.lexer.state.top = true
    const read = () => this.lexer.blockTokens(text, [])
    const tokens = this.lexer instanceof MdcLexer ? this.lexer.openTags.restoreAfter(read) : read()
    this.lexer.state.top = top
    return { type: 'blockquote', raw, text, tokens }
  }

  /** Reads a list. marked would rebuild its patterns for every item and copy the item for every line. */
  override list(src: string): Tokens.List | undefined {
    return listToken(this.lexer, src)
  }

  override def(src: string): Tokens.Def | undefined {
    // A footnote with an invalid label is text; as a link definition it would be lost.
    if (!/^ {0,3}\[(?!\^)/.test(src)) return undefined
    const reader = new LineReader(src)
    let end = 0
    for (let count = 0; count < maxDefinitionLines; count++) {
      const line = reader.next()
      if (!line?.trim() || reader.at > maxDefinitionLength) break
      end = reader.at
    }
    return super.def(src.slice(0, end))
  }

  override html(src: string): Tokens.HTML | undefined {
    const { lexer } = this
    const tags = lexer instanceof MdcLexer ? readTagLines(src, lexer.isMdx) : undefined
    if (tags && lexer instanceof MdcLexer) {
      for (const tag of tags.tags) lexer.openTags.read(tag)
      return { type: 'html', block: true, raw: tags.raw, pre: false, text: tags.raw.trim() }
    }
    const raw = htmlBlock(src, (text) => this.#find(src, text))
    return raw === undefined ? undefined : { type: 'html', block: true, raw, pre: false, text: raw }
  }

  override url(src: string): Tokens.Link | undefined {
    return super.url(src.slice(0, maxUrlLength))
  }

  /** Finds a text in the source, and stops searching once too many searches for missing ends have failed. */
  #find(src: string, text: string): number {
    if (this.#searchedInVain > maxVainSearch) return -1
    const at = src.indexOf(text)
    if (at < 0) this.#searchedInVain += src.length
    return at
  }
}

/**
 * Removes the indentation of all lines. The pattern has no `^`, which would also match after line separators that do
 * not end a line in Markdown.
 */
function withoutIndents(text: string): string {
  return text.replace(/(^|\n)[ \t]+/g, '$1')
}
