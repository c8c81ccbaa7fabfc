import type { Token, TokenizerExtensionFunction } from 'marked'
import { maxComponentDepth } from '../limits.ts'
import type { RelativeProblem } from '../problem.ts'
import { type Footnotes, footnoteBlock } from './footnotes.ts'
import { readFormula, startOfFormula, withFencedFormulas } from './formula.ts'
import { BraceHooks, FormulaHooks, inlineExtension, startOfInline } from './inline.ts'
import { MdcLexer, OpenTags } from './lexer.ts'
import { indentOf } from './list-indent.ts'
import { withSpaces } from './list-items.ts'
import { scanBlocks } from './scan-blocks.ts'
import { LineReader } from './source-text.ts'
import { MdcTokenizer } from './tokenizer.ts'
import { type BlockToken, type ComponentPart, genericToken, type Part } from './tokens.ts'
import { openVerbatim } from './verbatim.ts'
import { htmlTags, readWrittenTag } from './written-tag.ts'

/** Reads indented lines as Markdown, not as code: within components, and anywhere in MDX, indentation makes no code. */
function indentedMarkdown(lexer: MdcLexer, src: string): ReturnType<TokenizerExtensionFunction> {
  if (!(lexer.isMdx || lexer.openTags.areAny) || !/^(?: {4}| {0,3}\t)[ \t]*\S/.test(src)) return undefined
  const reader = new LineReader(src)
  const indent = indentOf(withSpaces(reader.peek() ?? '', 0))
  const lines: string[] = []
  let verbatim: ReturnType<typeof openVerbatim>
  let [end, count] = [0, 0]
  /** Index at which a tag ends that is not closed on its line */
  let tagEnd = 0
  for (let from = 0; reader.peek() !== undefined; from = reader.at) {
    const line = withSpaces(reader.next() ?? '', 0)
    const isBlank = line.trim() === ''
    if (!verbatim && !isBlank && from >= tagEnd && indentOf(line) < 4) break
    if (line.trimStart().startsWith('<')) tagEnd = readWrittenTag(src, src.indexOf('<', from))?.end ?? 0
    const bare = line.slice(Math.min(indent, indentOf(line)))
    lines.push(bare)
    if (verbatim) verbatim = verbatim.isClosedBy(bare) ? undefined : verbatim
    else verbatim = openVerbatim(bare)
    if (isBlank) continue
    end = Math.min(reader.at, src.length)
    count = lines.length
  }
  const tokens: Token[] = []
  lexer.blockTokens(lines.slice(0, count).join('\n'), tokens)
  return genericToken({ type: 'mdcIndented', raw: src.slice(0, end), tokens })
}

const blockTag = new RegExp(`^ {0,3}<(?:${htmlTags})(?=[\\s/>])`, 'i')

/** Reads an HTML element on one line, whose text is Markdown in MDX: `<summary>*Text*</summary>` */
function mdxLine(lexer: MdcLexer, src: string): ReturnType<TokenizerExtensionFunction> {
  if (!lexer.isMdx || !blockTag.test(src.slice(0, 40))) return undefined
  const [line = ''] = src.split('\n', 1)
  let opened = 0
  for (let at = line.indexOf('<'); at >= 0; ) {
    const tag = readWrittenTag(line, at)
    if (tag && tag.kind !== 'empty') opened += tag.kind === 'open' ? 1 : -1
    at = line.indexOf('<', tag?.end ?? at + 1)
  }
  if (opened !== 0) return undefined
  return genericToken({ type: 'mdcLine', raw: line, tokens: lexer.inline(line.trim()) })
}

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
    // Hooks are used only if needed, because masking takes a second pass over every paragraph.
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

/** Reads a component inside a list item or quote, which only marked can locate. */
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
