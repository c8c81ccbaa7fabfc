import type { MarkedToken, Token, Tokens } from 'marked'
import type { Attribute } from './attributes.ts'
import type { ComponentPart } from './parts.ts'
import type { RelativeProblem } from './problem.ts'

/** Tokens this syntax adds to those of Markdown. */
export type MdcToken =
  | ChunkToken
  | BlockToken
  | PlainToken
  | FootnoteToken
  | InlineToken
  | SpanToken
  | AttributesToken
  | BindingToken
  | FootnoteReferenceToken

/** The Markdown between two components. */
export interface ChunkToken {
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
  /** Set when the component was found inside Markdown: its offsets count from its own first line */
  problems?: RelativeProblem[]
}

/** Text whose markup is not read: nested too deep, or too much work. */
export interface PlainToken {
  type: 'mdcPlain'
  raw: string
  text: string
  isBlock: boolean
}

export interface FootnoteToken {
  type: 'mdcFootnote'
  raw: string
  label: string
}

export interface InlineToken {
  type: 'mdcInline'
  raw: string
  name: string
  attributes: Attribute[]
  tokens: Token[]
}

export interface SpanToken {
  type: 'mdcSpan'
  raw: string
  tokens: Token[]
}

/** Attributes of the token before. */
export interface AttributesToken {
  type: 'mdcAttributes'
  raw: string
  attributes: Attribute[]
}

export interface BindingToken {
  type: 'mdcBinding'
  raw: string
  value: string
  fallback?: string
}

export interface FootnoteReferenceToken {
  type: 'mdcFootnoteReference'
  raw: string
  label: string
}

/** marked's `Generic` stands for tokens of extensions; ours are all in `MdcToken`, so every token is one of these. */
export function knownToken(token: Token): MarkedToken | MdcToken {
  return token as MarkedToken | MdcToken
}

/** The other way: marked takes any object with a type for a token. */
export function genericToken(token: MdcToken): Tokens.Generic {
  return token as Tokens.Generic
}
