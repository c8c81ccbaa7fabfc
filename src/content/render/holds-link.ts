import { type AstNode, childrenOf, isElement } from '../mdc/ast.ts'
import { attributesOf } from './attributes.ts'
import { isZoomable } from './zoom.ts'

/** Whether there is a link in the node, be it one around a picture; links do not nest. */
export function holdsLink(node: AstNode): boolean {
  if (!isElement(node)) return false
  const [tag, props] = node
  const isLink = tag === 'a' || (tag === 'img' && isZoomable(attributesOf(props)))
  return isLink || childrenOf(node).some(holdsLink)
}
