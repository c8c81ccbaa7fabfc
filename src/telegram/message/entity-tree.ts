import type { Entity } from '../message-html/entity.ts'

/** Text, or what an entity encloses */
export type TextNode = { text: string; at: number } | { entity: Entity; children: TextNode[] }

/** @param entities  outer before inner, as the parser gives them; those of Telegram's HTML never overlap by halves */
export function entityTree(text: string, entities: readonly Entity[]): TextNode[] {
  const rest = [...entities]
  const upTo = (from: number, end: number): TextNode[] => {
    const nodes: TextNode[] = []
    let at = from
    for (let next = rest[0]; next && next.offset < end; next = rest[0]) {
      rest.shift()
      if (next.offset > at) nodes.push({ text: text.slice(at, next.offset), at })
      const close = Math.min(end, next.offset + next.length)
      nodes.push({ entity: next, children: upTo(next.offset, close) })
      at = close
    }
    if (at < end) nodes.push({ text: text.slice(at, end), at })
    return nodes
  }
  return upTo(0, text.length)
}

/** Telegram makes links of these by itself: addresses, mentions, hashtags, commands. */
const own =
  /https?:\/\/[^\s<>"]+[^\s<>".,:;!?)]|(?<![\w@/])@[a-z]\w{4,31}\b|(?<![\p{L}\w#])#\p{L}[\p{L}\d_]*|(?<![\w/])\/[a-z]\w{0,31}\b/giu

export interface TextPiece {
  text: string
  at: number
  isOwnLink: boolean
}

export function withOwnLinks(text: string, at: number): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const match of text.matchAll(own)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), at: at + from, isOwnLink: false })
    pieces.push({ text: match[0], at: at + match.index, isOwnLink: true })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), at: at + from, isOwnLink: false })
  return pieces
}

/** Whose page Telegram would show below the text */
export function firstLink(text: string, entities: readonly Entity[]): string | undefined {
  const links = entities.flatMap((entity) =>
    entity.type === 'text_link' && /^https?:/.test(entity.url) ? [{ at: entity.offset, url: entity.url }] : [],
  )
  const isCode = (at: number) =>
    entities.some(({ type, offset, length }) => /^(code|pre)$/.test(type) && at >= offset && at < offset + length)
  const written = withOwnLinks(text, 0).flatMap((piece) =>
    piece.isOwnLink && piece.text.startsWith('http') && !isCode(piece.at) ? [{ at: piece.at, url: piece.text }] : [],
  )
  return [...links, ...written].sort((a, b) => a.at - b.at)[0]?.url
}
