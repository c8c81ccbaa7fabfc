import { type AstNode, childrenOf, isElement } from '../mdc/ast.ts'
import { withoutBlanks } from './block.ts'

/** Prepares content for a place within a line: a single paragraph is replaced by its content. */
export function unwrapped(nodes: AstNode[]): AstNode[] {
  const [only, ...others] = withoutBlanks(nodes)
  return only && others.length === 0 && isElement(only) && only[0] === 'p' ? childrenOf(only) : nodes
}
