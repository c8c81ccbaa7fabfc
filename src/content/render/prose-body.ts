import type { AstNode, Toc } from '../mdc/ast.ts'

/** `variants` are webp copies, narrowest first; empty if only the original exists. */
export interface Picture {
  src: string
  alt: string
  width: number
  height: number
  variants: { width: number; src: string }[]
}

/** Consecutive blocks, rendered by the prose renderer */
export interface PrerenderedBlocks {
  html: string
}

export interface ProseBody {
  value: (AstNode | PrerenderedBlocks)[]
  toc?: Toc
  /** The description equals the first paragraph, so it is not shown above the text */
  repeatsDescription?: true
}
