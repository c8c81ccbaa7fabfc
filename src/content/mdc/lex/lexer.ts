import { Lexer, type Token, type TokensList } from 'marked'
import { inlineRunWork, inlineWork, maxBlockDepth, maxInlineDepth } from '../limits.ts'
import { genericToken } from './tokens.ts'
import type { WrittenTag } from './written-tag.ts'

const delimiters = /[*_~`[\]!<\\{}:@&(\n$]|==|www\.|http/gi
const lineOfText = /^\p{L}[^\n]*$/u

/**
 * Lexer that limits depth and work, because marked is recursive and takes quadratic time in the length of paragraphs.
 * Text beyond the limits stays plain.
 */
export class MdcLexer extends Lexer {
  blockDepth = 0
  openTags = new OpenTags('')
  isMdx = false
  #inlineDepth = 0
  #workLeft = inlineWork
  #runLeft = 0

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    if (this.blockDepth >= maxBlockDepth) {
      tokens.push(plainToken(src, true))
      return tokens
    }
    if (lineOfText.test(src)) {
      this.openTags.readText(src)
      tokens.push(textToken(this, src))
      return tokens
    }
    this.blockDepth++
    super.blockTokens(src, tokens, lastParagraphClipped)
    this.blockDepth--
    return tokens
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const found = src.match(delimiters)?.length ?? 0
    if (found === 0) {
      if (src !== '') tokens.push({ type: 'text', raw: src, text: src, escaped: true })
      return tokens
    }
    if (this.#inlineDepth > 0) return this.#inlineBelow(src, tokens)
    const before = tokens.length
    this.#runLeft = Math.min(inlineRunWork, this.#workLeft)
    const expected = src.length * found
    if (expected > this.#runLeft || !this.#inlineWithinLimits(src, tokens)) {
      tokens.splice(before, tokens.length, plainToken(src, false))
    }
    return tokens
  }

  /** Counts the work of an inline token: the length of the remaining text, which its rules may scan. */
  charge(length: number): void {
    this.#runLeft -= length
    this.#workLeft -= length
    if (this.#runLeft < 0) throw new OutOfWork()
  }

  #inlineWithinLimits(src: string, tokens: Token[]): boolean {
    try {
      this.#inlineBelow(src, tokens)
      return true
    } catch (error) {
      if (!(error instanceof OutOfWork)) throw error
      this.#inlineDepth = 0
      this.state = { ...this.state, inLink: false, linkEmitted: false, inRawBlock: false }
      return false
    }
  }

  #inlineBelow(src: string, tokens: Token[]): Token[] {
    if (this.#inlineDepth >= maxInlineDepth) {
      tokens.push(plainToken(src, false))
      return tokens
    }
    this.#inlineDepth++
    super.inlineTokens(src, tokens)
    this.#inlineDepth--
    return tokens
  }

  /** Reads the inline text of all blocks. It runs after all blocks are read, when all link definitions are known. */
  readInline(): void {
    for (const { src, tokens } of this.inlineQueue) {
      this.state.inRawBlock = false
      this.inlineTokens(src, tokens)
    }
    this.inlineQueue = []
  }
}

function textToken(lexer: Lexer, src: string): Token {
  const text = src.trimEnd()
  return { type: lexer.state.top ? 'paragraph' : 'text', raw: src, text, tokens: lexer.inline(text) }
}

function plainToken(text: string, isBlock: boolean): Token {
  return genericToken({ type: 'mdcPlain', raw: text, text, isBlock })
}

/** Error that aborts a paragraph that costs too much work; thrown and caught only in this file. */
class OutOfWork extends Error {}

const tags = /<(\/?)([A-Za-z][\w.-]{0,63})(?=[\s/>])([^<>]*)>/g

/**
 * Tags of components that are open around the text being read. A tag without any closing tag is ignored: `<Gap>`, or a
 * word in angle brackets.
 */
export class OpenTags {
  readonly #source: string
  #closed: ReadonlySet<string> | undefined
  #names: string[] = []

  /** @param source  text that contains the closing tags */
  constructor(source: string) {
    this.#source = source
  }

  get areAny(): boolean {
    return this.#names.length > 0
  }

  read({ name, kind }: Pick<WrittenTag, 'name' | 'kind'>): void {
    if (kind === 'open' && this.#names.length < maxBlockDepth && this.#isClosed(name)) this.#names.push(name)
    const at = kind === 'close' ? this.#names.lastIndexOf(name) : -1
    if (at >= 0) this.#names.length = at
  }

  /** Reads the tags in a text, which may close a component but opens none for the text after it. */
  readText(text: string): void {
    if (this.areAny && text.includes('</')) this.closeAfter(() => this.#readTags(text.replace(/`[^`\n]*`/g, '')))
  }

  /** Runs `read`, then removes the components that it has opened. */
  closeAfter<T>(read: () => T): T {
    const { length } = this.#names
    const result = read()
    this.#names.splice(length)
    return result
  }

  /** Runs `read`, then restores the list of open components from before. */
  restoreAfter<T>(read: () => T): T {
    const before = [...this.#names]
    const result = read()
    this.#names = before
    return result
  }

  #readTags(text: string): void {
    for (const [, slash, name = '', attributes = ''] of text.matchAll(tags)) {
      this.read({ name, kind: slash ? 'close' : attributes.endsWith('/') ? 'empty' : 'open' })
    }
  }

  #isClosed(name: string): boolean {
    this.#closed ??= new Set([...this.#source.matchAll(/<\/([A-Za-z][\w.-]{0,63})/g)].map(([, found = '']) => found))
    return this.#closed.has(name)
  }
}
