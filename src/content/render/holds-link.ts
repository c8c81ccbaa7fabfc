import { type AstNode, childrenOf, isElement } from '../mdc/ast.ts'

/** Whether there is a link in the node; links do not nest. */
export function holdsLink(node: AstNode): boolean {
  return isElement(node) && (node[0] === 'a' || childrenOf(node).some(holdsLink))
}
