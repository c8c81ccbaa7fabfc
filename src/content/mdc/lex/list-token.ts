import type { Lexer, Token, Tokens } from 'marked'
import { MdcLexer } from './lexer.ts'
import { type ItemText, readList } from './list-items.ts'

const taskBox = /^\[([ xX])\] +(?=\S)/

/** Blank lines between or inside items make the list loose: its texts become paragraphs. */
export function listToken(lexer: Lexer, src: string): Tokens.List | undefined {
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
  // Inline text is read later, so the box is cut from the queued source and added before it as a token.
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
