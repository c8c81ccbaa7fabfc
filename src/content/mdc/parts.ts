import type { Attribute } from './attributes.ts'
import type { RelativeProblem } from './problem.ts'

/** A text cut into plain Markdown and components. Offsets count lines from the beginning of the text, from 0. */
export type Part = MarkdownPart | ComponentPart

export interface MarkdownPart {
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
  /** What stands before the first slot line belongs to the slot `default` */
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
  /** Length of the text read; all of it, unless only one component was asked for */
  length: number
}
