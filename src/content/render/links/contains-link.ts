import { type AstNode, childrenOf, isElement } from '../../mdc/ast.ts'
import { attributesOf } from '../attributes.ts'
import { isZoomable } from '../pictures/zoom.ts'

export function containsLink(node: AstNode): boolean {
  if (!isElement(node)) return false
  const [tag, props] = node
  const isLink = tag === 'a' || (tag === 'img' && isZoomable(attributesOf(props)))
  return isLink || childrenOf(node).some(containsLink)
}
