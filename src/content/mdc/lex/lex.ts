import type { Token, TokenizerExtensionFunction } from 'marked'
import { maxComponentDepth } from '../limits.ts'
import type { RelativeProblem } from '../problem.ts'
import { type Footnotes, footnoteBlock } from './footnotes.ts'
import { readFormula, startOfFormula, withFencedFormulas } from './formula.ts'
import { BraceHooks, FormulaHooks, inlineExtension, startOfInline } from './inline.ts'
import { indentedMarkdown, mdxLine } from './jsx.ts'
import { MdcLexer } from './lexer.ts'
import { OpenTags } from './open-tags.ts'
import type { ComponentPart, Part } from './parts.ts'
import { scanBlocks } from './scan-blocks.ts'
import { MdcTokenizer } from './tokenizer.ts'
import { type BlockToken, genericToken } from './tokens.ts'

export interface Lexed {
  tokens: Token[]
  footnotes: Footnotes
  problems: RelativeProblem[]
}

export interface LexOptions {
  /** Whether `$…$` is a formula */
  formulas?: boolean | undefined
  isMdx?: boolean | undefined
}

export function lex(text: string, { formulas = false, isMdx = false }: LexOptions = {}): Lexed {
  const source = formulas ? withFencedFormulas(text) : text
  const { parts, problems } = scanBlocks(source)
  const footnotes: Footnotes = new Map()
  const lexer = createLexer(source, footnotes, formulas)
  lexer.isMdx = isMdx
  lexer.openTags = new OpenTags(source)
  const tokens = lexParts(lexer, parts)
  lexer.readInline()
  return { tokens, footnotes, problems }
}

function createLexer(source: string, footnotes: Footnotes, formulas: boolean): MdcLexer {
  const lexer: MdcLexer = new MdcLexer({
    gfm: true,
    tokenizer: new MdcTokenizer(),
    // Masking takes a second pass over every paragraph.
    hooks: formulas ? new FormulaHooks() : source.includes('{') ? new BraceHooks() : null,
    extensions: {
      renderers: {},
      childTokens: {},
      block: [
        (src) => componentInMarkdown(lexer, src),
        (src) => indentedMarkdown(lexer, src) ?? mdxLine(lexer, src),
        (src) => footnoteBlock(lexer, footnotes, src),
      ],
      inline: [
        ...(formulas ? [formulaExtension] : []),
        (src, tokens) => inlineExtension(lexer, footnotes, src, tokens),
      ],
      startInline: formulas ? [startOfInline, startOfFormula] : [startOfInline],
    },
  })
  return lexer
}

function lexParts(lexer: MdcLexer, parts: Part[]): Token[] {
  return parts.map((part) => {
    if (part.kind === 'component') return genericToken(lexComponent(lexer, part))
    const { text, offset } = part
    return genericToken({ type: 'mdcChunk', raw: text, offset, tokens: lexer.blockTokens(text, []) })
  })
}

function lexComponent(lexer: MdcLexer, part: ComponentPart, raw = ''): BlockToken {
  lexer.blockDepth++
  const label = part.label ? lexer.inline(part.label) : []
  const slots = part.slots.map(({ name, attributes, parts }) => {
    return { name, attributes, tokens: lexer.openTags.restoreAfter(() => lexParts(lexer, parts)) }
  })
  lexer.blockDepth--
  return { type: 'mdcBlock', raw, part, label, slots }
}

function formulaExtension(src: string, tokens: Token[]): ReturnType<TokenizerExtensionFunction> {
  const found = src.startsWith('$') ? readFormula(src, tokens.at(-1)?.raw ?? '') : undefined
  if (!found) return undefined
  return genericToken({ type: 'mdcFormula', raw: found.raw, text: found.source, isDisplay: found.isDisplay })
}

/** Components inside list items and quotes, which only marked can locate. */
function componentInMarkdown(lexer: MdcLexer, src: string): ReturnType<TokenizerExtensionFunction> {
  if (!/^ {0,3}:{2,}[A-Za-z]/.test(src) || lexer.blockDepth > maxComponentDepth) return undefined
  const { parts, problems, length } = scanBlocks(src, { depth: lexer.blockDepth, onlyFirst: true })
  const [part] = parts
  if (part?.kind !== 'component') return undefined
  const { top } = lexer.state
  lexer.state.top = true
  const token = lexComponent(lexer, part, src.slice(0, length))
  lexer.state.top = top
  return genericToken({ ...token, problems })
}
