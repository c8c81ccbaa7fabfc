import { type AstNode, childrenOf, isElement } from '../mdc/ast.ts'
import { withoutBlanks } from './block.ts'

/** Nodes for a place inside a line: a paragraph that stands alone is replaced by its content. */
export function unwrapped(nodes: AstNode[]): AstNode[] {
  const [only, ...others] = withoutBlanks(nodes)
  return only && others.length === 0 && isElement(only) && only[0] === 'p' ? childrenOf(only) : nodes
}
