import type { Token, TokenizerExtensionFunction } from 'marked'
import type { MdcLexer } from './lexer.ts'
import { LineReader } from './source-text.ts'
import { genericToken } from './tokens.ts'

export type Footnotes = Map<string, Token[]>

const definition = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/

/**
 * Reads the definition of a footnote, `[^label]: text` with the indented lines below it; the first definition of a
 * label wins.
 */
export function footnoteBlock(
  lexer: MdcLexer,
  footnotes: Footnotes,
  src: string,
): ReturnType<TokenizerExtensionFunction> {
  const [head, written] = definition.exec(src) ?? []
  if (head === undefined || written === undefined) return undefined
  // A footnote with a duplicate label is kept under another label, although no reference can lead to it.
  const label = footnotes.has(written) ? `${written}-${footnotes.size + 1}` : written
  const reader = new LineReader(src)
  const lines = [(reader.next() ?? '').slice(head.length)]
  let end = reader.at
  let isAfterBlank = false
  for (let line = reader.next(); line !== undefined; line = reader.next()) {
    const isBlank = line.trim() === ''
    const isIndented = /^( {2,}|\t)/.test(line)
    if (!isBlank && !isIndented && (isAfterBlank || definition.test(line))) break
    lines.push(line.replace(/^( {1,4}|\t)/, ''))
    isAfterBlank = isBlank
    if (!isBlank) end = reader.at
  }
  const raw = src.slice(0, end)
  const { top } = lexer.state
  lexer.state.top = true
  const tokens: Token[] = []
  footnotes.set(label, tokens)
  lexer.openTags.restoreAfter(() => lexer.blockTokens(lines.join('\n').trimEnd(), tokens))
  lexer.state.top = top
  return genericToken({ type: 'mdcFootnote', raw, label })
}
