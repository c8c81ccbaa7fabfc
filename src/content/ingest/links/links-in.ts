import { type AstNode, childrenOf, type ElementNode, isElement, textOf } from '../../mdc/ast.ts'
import { attributesOf, textAttribute } from '../../render/attributes.ts'

export interface WrittenLink {
  written: string
  words: string | undefined
}

export function linksIn(nodes: AstNode[]): WrittenLink[] {
  return nodes.flatMap((node) => (isElement(node) ? [...ownLinks(node), ...linksIn(childrenOf(node))] : []))
}

function ownLinks(node: ElementNode): WrittenLink[] {
  const [tag, props] = node
  const attributes = attributesOf(props)
  const [to, href] = [textAttribute(attributes, 'to'), textAttribute(attributes, 'href')]
  if (tag === 'a') return href ? [{ written: href, words: textOf(node) }] : []
  return [
    ...(to ? [{ written: to, words: textAttribute(attributes, 'title') }] : []),
    ...(href ? [{ written: href, words: undefined }] : []),
  ]
}
