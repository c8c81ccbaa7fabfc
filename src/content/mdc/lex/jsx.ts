import type { Token, TokenizerExtensionFunction } from 'marked'
import { htmlTags } from './html-tags.ts'
import type { MdcLexer } from './lexer.ts'
import { LineReader } from './line-reader.ts'
import { indentOf } from './list-indent.ts'
import { withSpaces } from './list-items.ts'
import { genericToken } from './tokens.ts'
import { openVerbatim } from './verbatim.ts'
import { readWrittenTag } from './written-tag.ts'

/** Reads indented lines as Markdown: within components, and anywhere in MDX, indentation makes no code. */
export function indentedMarkdown(lexer: MdcLexer, src: string): ReturnType<TokenizerExtensionFunction> {
  if (!(lexer.isMdx || lexer.openTags.areAny) || !/^(?: {4}| {0,3}\t)[ \t]*\S/.test(src)) return undefined
  const reader = new LineReader(src)
  const indent = indentOf(withSpaces(reader.peek() ?? '', 0))
  const lines: string[] = []
  let verbatim: ReturnType<typeof openVerbatim>
  let [end, count] = [0, 0]
  /** End of a tag that is not closed on its line */
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

/** `<summary>*Text*</summary>`: an HTML element on one line, whose text is Markdown in MDX. */
export function mdxLine(lexer: MdcLexer, src: string): ReturnType<TokenizerExtensionFunction> {
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
