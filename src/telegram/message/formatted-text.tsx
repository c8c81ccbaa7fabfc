import type { ReactNode } from 'react'
import type { Entity } from '../message-html/entity.ts'
import { entityTree, type TextNode, withOwnLinks } from './entity-tree.ts'
import type { MessageWords } from './words.ts'

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
