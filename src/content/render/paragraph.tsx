import { type AstNode, isElement } from '../mdc/ast.ts'
import type { BlockProps } from './block.ts'
import { htmlAttributes } from './html-tags.ts'

export function Paragraph({ block }: BlockProps) {
  const [only, ...others] = block.children.filter((node) => isElement(node) || node.trim() !== '')
  const content = block.render(block.children)
  return only && others.length === 0 && standsAlone(only) ? (
    content
  ) : (
    <p {...htmlAttributes('p', block.attributes)}>{content}</p>
  )
}

/** A picture, or a card made from media of another site, that other generators put into a paragraph. */
function standsAlone(node: AstNode): boolean {
  return isElement(node) && (node[0] === 'img' || node[0] === 'card')
}
