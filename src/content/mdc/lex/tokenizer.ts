import { Tokenizer, type Tokens } from 'marked'
import { maxComponentDepth } from '../limits.ts'
import { interruptsText } from './block-rules.ts'
import { definitions } from './definitions.ts'
import { htmlBlock } from './html-block.ts'
import { MdcLexer } from './lexer.ts'
import { LineReader } from './line-reader.ts'
import { listToken } from './list-token.ts'
import { looksLikeOpening } from './opening.ts'
import { readTable } from './table-rows.ts'
import { readQuote, readText } from './text-lines.ts'
import { isTagLine, readTagLines } from './written-tag.ts'

/** A link definition may span lines, but not a page. */
const maxDefinitionLines = 4
const maxDefinitionLength = 2000

/** marked trims trailing punctuation from addresses in quadratic time. */
const maxUrlLength = 2000

/** Max characters scanned per page for missing ends of comments and the like. */
const maxVainSearch = 50_000_000

/** Several rules of marked scan the rest of the page before they fail; here each gets only its own lines. */
export class MdcTokenizer extends Tokenizer {
  #searchedInVain = 0

  /** If components are nested too deep, an opening is text. */
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

  /** The text of a tight list item. marked would rescan it for every line. */
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

  /** marked would rescan the quote for every lazy continuation line. */
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

  /** marked would rebuild its patterns for every item and copy the item for every line. */
  override list(src: string): Tokens.List | undefined {
    return listToken(this.lexer, src)
  }

  override def(src: string): Tokens.Def | undefined {
    // A footnote with an invalid label is text; as a definition it would be lost.
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

  /** Limits repeated searches for missing ends. */
  #find(src: string, text: string): number {
    if (this.#searchedInVain > maxVainSearch) return -1
    const at = src.indexOf(text)
    if (at < 0) this.#searchedInVain += src.length
    return at
  }
}

/** Not `^`, which would also match after line separators that do not end a line in Markdown. */
function withoutIndents(text: string): string {
  return text.replace(/(^|\n)[ \t]+/g, '$1')
}
