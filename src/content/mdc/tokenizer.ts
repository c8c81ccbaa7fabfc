import { Tokenizer, type Tokens } from 'marked'
import { interruptsText } from './block-rules.ts'
import { htmlBlock } from './html-block.ts'
import { MdcLexer } from './lexer.ts'
import { maxComponentDepth } from './limits.ts'
import { LineReader } from './line-reader.ts'
import { listToken } from './list-token.ts'
import { looksLikeOpening } from './opening.ts'
import { readTable } from './table-rows.ts'
import { readQuote, readText } from './text-lines.ts'

/** A link definition is searched in so many lines and characters: its title may span lines, but not a page. */
const maxDefinitionLines = 4
const maxDefinitionLength = 2000

/** marked takes punctuation off the end of an address one by one, looking at all of it each time. */
const maxUrlLength = 2000

/** Characters to search for the ends of comments and the like that have none, over the whole page. */
const maxVainSearch = 50_000_000

/**
 * marked's tokenizer with its block rules bounded. Several of them search the rest of the page before they find that
 * they do not match, which is quadratic; here each gets only the lines that can belong to it, found line by line.
 */
export class MdcTokenizer extends Tokenizer {
  #searchedInVain = 0

  /** Whether a line ends the paragraph above it; where no component may begin, its opening is a line of text. */
  readonly #endsText = (line: string): boolean => {
    const isTooDeep = this.lexer instanceof MdcLexer && this.lexer.blockDepth > maxComponentDepth
    return interruptsText(line) && !(isTooDeep && looksLikeOpening(line))
  }

  override paragraph(src: string): Tokens.Paragraph | undefined {
    const { raw } = readText(src, this.#endsText)
    const text = withoutIndents(raw).trimEnd()
    return { type: 'paragraph', raw, text, tokens: this.lexer.inline(text) }
  }

  /** The text of a tight list item; marked takes it line by line, and looks for the end of all of it each time. */
  override text(src: string): Tokens.Text | undefined {
    const { raw } = readText(src, this.#endsText)
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

  /** Reads a quote at once; marked reads it again for every line that continues it without a marker. */
  override blockquote(src: string): Tokens.Blockquote | undefined {
    if (!/^ {0,3}>/.test(src)) return undefined
    const { raw, text } = readQuote(src)
    const { top } = this.lexer.state
    this.lexer.state.top = true
    const tokens = this.lexer.blockTokens(text, [])
    this.lexer.state.top = top
    return { type: 'blockquote', raw, text, tokens }
  }

  /** Reads a list at once; marked builds its patterns anew for every item, and copies the item for every line. */
  override list(src: string): Tokens.List | undefined {
    return listToken(this.lexer, src)
  }

  override def(src: string): Tokens.Def | undefined {
    // A footnote whose label cannot be one is text; as a definition it would be lost.
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
    const raw = htmlBlock(src, (text) => this.#find(src, text))
    return raw === undefined ? undefined : { type: 'html', block: true, raw, pre: false, text: raw }
  }

  override url(src: string): Tokens.Link | undefined {
    return super.url(src.slice(0, maxUrlLength))
  }

  /** Ends that are not there are searched in vain time and again, but not for ever. */
  #find(src: string, text: string): number {
    if (this.#searchedInVain > maxVainSearch) return -1
    const at = src.indexOf(text)
    if (at < 0) this.#searchedInVain += src.length
    return at
  }
}

/** The lines of a paragraph; `^` would begin lines behind characters that end none in Markdown. */
function withoutIndents(text: string): string {
  return text.replace(/(^|\n)[ \t]+/g, '$1')
}
