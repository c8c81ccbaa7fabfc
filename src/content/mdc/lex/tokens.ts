import type { MarkedToken, Token, Tokens } from 'marked'
import type { Attribute } from '../attributes.ts'
import type { RelativeProblem } from '../problem.ts'

/** Part of a text: Markdown or a component. Its offset is a line of the text, from 0. */
export type Part = MarkdownPart | ComponentPart

interface MarkdownPart {
  kind: 'markdown'
  text: string
  offset: number
}

export interface ComponentPart {
  kind: 'component'
  name: string
  label?: string
  attributes: Attribute[]
  yaml?: { text: string; offset: number }
  /** Slots of the component; text before the first slot line belongs to the slot `default` */
  slots: SlotPart[]
  offset: number
}

export interface SlotPart {
  name: string
  attributes: Attribute[]
  parts: Part[]
}

export interface ScannedParts {
  parts: Part[]
  problems: RelativeProblem[]
  length: number
}

export type MdcToken =
  | ChunkToken
  | BlockToken
  | PlainToken
  | IndentedToken
  | LineToken
  | FootnoteToken
  | DefinitionsToken
  | InlineToken
  | SpanToken
  | MarkToken
  | AttributesToken
  | BindingToken
  | FootnoteReferenceToken
  | FormulaToken

interface ChunkToken {
  type: 'mdcChunk'
  raw: string
  offset: number
  tokens: Token[]
}

export interface BlockToken {
  type: 'mdcBlock'
  raw: string
  part: ComponentPart
  label: Token[]
  slots: { name: string; attributes: Attribute[]; tokens: Token[] }[]
  /** Problems of a component inside Markdown; their offsets count from its first line */
  problems?: RelativeProblem[]
}

/** Text whose markup is not parsed: nested too deep, or over the work limit */
interface PlainToken {
  type: 'mdcPlain'
  raw: string
  text: string
  isBlock: boolean
}

/** Blocks that are indented because of the component around them */
interface IndentedToken {
  type: 'mdcIndented'
  raw: string
  tokens: Token[]
}

/** MDX only: tags with text between them, not a paragraph */
interface LineToken {
  type: 'mdcLine'
  raw: string
  tokens: Token[]
}

interface FootnoteToken {
  type: 'mdcFootnote'
  raw: string
  label: string
}

/** Token of a definition list, a paragraph for marked, which does not know definitions */
export interface DefinitionsToken extends Tokens.Paragraph {
  terms: Token[][]
  /** Blocks of each definition, and the definition's line counted from the first term */
  definitions: { offset: number; tokens: Token[] }[]
}

interface InlineToken {
  type: 'mdcInline'
  raw: string
  name: string
  attributes: Attribute[]
  tokens: Token[]
}

interface SpanToken {
  type: 'mdcSpan'
  raw: string
  tokens: Token[]
}

interface MarkToken {
  type: 'mdcMark'
  raw: string
  tokens: Token[]
}

interface AttributesToken {
  type: 'mdcAttributes'
  raw: string
  attributes: Attribute[]
}

interface BindingToken {
  type: 'mdcBinding'
  raw: string
  value: string
  fallback?: string
}

interface FootnoteReferenceToken {
  type: 'mdcFootnoteReference'
  raw: string
  label: string
}

interface FormulaToken {
  type: 'mdcFormula'
  raw: string
  text: string
  isDisplay: boolean
}

/**
 * Narrows the type of a token. marked types extension tokens as `Generic`, but ours are all in `MdcToken`, so every
 * token is of one of these types.
 */
export function knownToken(token: Token): MarkedToken | MdcToken {
  return token as MarkedToken | MdcToken
}

export function genericToken(token: MdcToken): Tokens.Generic {
  return token as Tokens.Generic
}
