import { Lexer, type Token, type TokensList } from 'marked'
import { inlineRunWork, inlineWork, maxBlockDepth, maxInlineDepth } from '../limits.ts'
import { OpenTags } from './open-tags.ts'
import { genericToken } from './tokens.ts'

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
