import type { ReactNode } from 'react'
import type { Entity } from '../message-html/entity.ts'
import type { MessageWords } from './words.ts'

/** A piece of text, or an entity with its content */
export type TextNode = { text: string; at: number } | { entity: Entity; children: TextNode[] }

/**
 * Nests a message's entities.
 * @param entities  outer before inner, as the parser returns them; entities of Telegram's HTML never partly overlap
 */
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

/** Telegram links addresses without a scheme in all top-level domains; these domains are the most common ones here. */
const topDomains = 'ru|рф|su|by|kz|ua|uz|com|net|org|info|biz|me|io|app|dev|ai|co|uk|de|eu|pro|online|site|store|xyz'

/** Pattern of texts that Telegram links automatically. Source: td/telegram/MessageEntity.cpp of tdlib/td */
const own = new RegExp(
  [
    String.raw`[Hh]ttps?:\/\/[^\s<>"]+[^\s<>".,:;!?)]`,
    String.raw`(?<![\p{L}\w.+-])[\w.+-]+@(?:[A-Za-z\d-]+\.)+[A-Za-z]{2,}\b`,
    String.raw`(?<![\p{L}\w@/.:-])(?:[\p{L}\d-]+\.)+(?:${topDomains})(?![\p{L}\w-]|\.[\p{L}\d])(?:[/?#][^\s<>"]*[^\s<>".,:;!?)]|\/)?`,
    String.raw`(?<![\w@/])@[A-Za-z]\w{4,31}\b`,
    String.raw`(?<![\p{L}\w#])#\p{L}[\p{L}\d_]*`,
    String.raw`(?<![\p{L}\w$])\$[A-Z]{1,8}(?![\p{L}\w])`,
    String.raw`(?<![\w/])\/[A-Za-z]\w{0,31}\b`,
  ].join('|'),
  'gu',
)

interface TextPiece {
  text: string
  at: number
  isOwnLink: boolean
}

function withOwnLinks(text: string, at: number): TextPiece[] {
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

/** Returns the first link of a text, whose page Telegram would preview below the text. */
export function firstLink(text: string, entities: readonly Entity[]): string | undefined {
  const links = entities.flatMap((entity) =>
    entity.type === 'text_link' && /^https?:/.test(entity.url) ? [{ at: entity.offset, url: entity.url }] : [],
  )
  const isCode = (at: number) =>
    entities.some(({ type, offset, length }) => /^(code|pre)$/.test(type) && at >= offset && at < offset + length)
  const written = withOwnLinks(text, 0).flatMap((piece) =>
    piece.isOwnLink && /^[^@#$/]+(\/|$)/.test(piece.text) && !isCode(piece.at)
      ? [{ at: piece.at, url: addressOf(piece.text) }]
      : [],
  )
  return [...links, ...written].sort((a, b) => a.at - b.at)[0]?.url
}

function addressOf(written: string): string {
  return /^https?:/i.test(written) ? written : `http://${written}`
}

export interface FormattedTextProps {
  text: string
  entities: readonly Entity[]
  words: MessageWords
}

/** A text as the messenger shows it. Check boxes open hidden text and long quotes without any script. */
export function FormattedText({ text, entities, words }: FormattedTextProps) {
  return <Nodes nodes={entityTree(text, entities)} words={words} hasLinks />
}

interface NodesProps {
  nodes: readonly TextNode[]
  words: MessageWords
  /** Whether addresses in this text become links automatically */
  hasLinks: boolean
}

function Nodes({ nodes, words, hasLinks }: NodesProps): ReactNode {
  return nodes.map((node, index) =>
    'text' in node ? (
      <Plain key={node.at} {...(isBlock(nodes[index - 1]) ? withoutBreak(node) : node)} hasLinks={hasLinks} />
    ) : (
      <Formatted key={`${node.entity.type}-${node.entity.offset}`} entity={node.entity} words={words}>
        <Nodes
          nodes={node.children}
          words={words}
          hasLinks={hasLinks && !/^(code|pre|text_link)$/.test(node.entity.type)}
        />
      </Formatted>
    ),
  )
}

/** Whether a node of the text has lines of its own; a line break after such a node is not shown. */
function isBlock(node: TextNode | undefined): boolean {
  return node !== undefined && 'entity' in node && /^(pre|.*blockquote)$/.test(node.entity.type)
}

function withoutBreak({ text, at }: { text: string; at: number }) {
  return text.startsWith('\n') ? { text: text.slice(1), at: at + 1 } : { text, at }
}

function Plain({ text, at, hasLinks }: { text: string; at: number; hasLinks: boolean }): ReactNode {
  if (!hasLinks) return text
  return withOwnLinks(text, at).map((piece) =>
    piece.isOwnLink ? (
      <span key={piece.at} className="tg-link">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  )
}

function Formatted({ entity, words, children }: { entity: Entity; words: MessageWords; children: ReactNode }) {
  switch (entity.type) {
    case 'bold':
      return <strong>{children}</strong>
    case 'italic':
      return <em>{children}</em>
    case 'underline':
      return <u>{children}</u>
    case 'strikethrough':
      return <s>{children}</s>
    case 'code':
      return <code className="tg-code">{children}</code>
    case 'pre':
      return <CodeBlock language={entity.language}>{children}</CodeBlock>
    case 'spoiler':
      return <Spoiler label={words.preview.spoiler}>{children}</Spoiler>
    case 'blockquote':
      return <blockquote className="tg-quote">{children}</blockquote>
    case 'expandable_blockquote':
      return <LongQuote label={words.preview.expand}>{children}</LongQuote>
    case 'text_link':
      return (
        <a className="tg-link" href={entity.url} target="_blank" rel="noreferrer noopener nofollow">
          {children}
        </a>
      )
    case 'custom_emoji':
      return <span className="tg-emoji">{children}</span>
  }
}

function CodeBlock({ language, children }: { language: string | undefined; children: ReactNode }) {
  return (
    <span className="tg-pre" data-language={language || undefined}>
      {language && <span className="tg-pre-language">{language}</span>}
      <code>{children}</code>
    </span>
  )
}

function Spoiler({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="tg-spoiler">
      <input type="checkbox" aria-label={label} />
      <span>{children}</span>
    </label>
  )
}

function LongQuote({ label, children }: { label: string; children: ReactNode }) {
  return (
    <blockquote className="tg-quote is-long">
      <label>
        <input type="checkbox" aria-label={label} />
        <span className="tg-quote-text">{children}</span>
      </label>
    </blockquote>
  )
}
