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
