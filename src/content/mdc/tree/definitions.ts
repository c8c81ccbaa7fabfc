import type { Token } from 'marked'
import { type AstNode, childrenOf, type ElementNode, isPlainParagraph } from '../ast.ts'
import type { DefinitionsToken } from '../lex/tokens.ts'
import { inlineNodes } from './inline-ast.ts'
import type { Walk } from './walk.ts'

export function definitionList(
  walk: Walk,
  { terms, definitions }: DefinitionsToken,
  blockNodes: (tokens: Token[]) => AstNode[],
): ElementNode {
  const { line } = walk
  const named = terms.map((tokens): ElementNode => ['dt', {}, ...inlineNodes(walk, tokens)])
  const said = definitions.map(({ offset, tokens }): ElementNode => {
    walk.line = line + offset
    return ['dd', {}, ...withoutParagraph(blockNodes(tokens))]
  })
  return ['dl', {}, ...named, ...said]
}

/** Unwraps a paragraph if it is the only one. */
function withoutParagraph(nodes: AstNode[]): AstNode[] {
  if (nodes.filter(isPlainParagraph).length !== 1) return nodes
  return nodes.flatMap((node) => (isPlainParagraph(node) ? childrenOf(node) : [node]))
}
