import { createElement, type ReactNode } from 'react'
import { type AstNode, boundText, childrenOf, type ElementNode, isElement, textOf } from '../mdc/ast.ts'
import { type Attributes, attributesOf, textAttribute } from './attributes.ts'
import { blockName, slotsOf } from './block.ts'
import { type Components, findComponent } from './components.tsx'
import { linkOutsideMedia } from './embeds/outside-media.ts'
import { htmlAttributes, isAllowedTag, isVoidTag } from './html-tags.ts'
import { inOrder } from './in-order.ts'
import { linkAttributes } from './links/urls.ts'
import type { Picture } from './prose-body.ts'

const hidden = ['script', 'style', 'noscript', 'iframe', 'object', 'embed', 'base', 'link', 'meta']

const empty = ['binding', 'icon', 'img', 'input']

/** Max depth of nodes; deeper ones are reduced to their text, so that no document exhausts the stack. */
const depthLimit = 100

export function nodeRenderer(
  components: Components,
  pictures: ReadonlyMap<string, Picture>,
  embeds: readonly string[] = [],
) {
  function renderNodes(nodes: AstNode[], depth: number): ReactNode {
    return inOrder(nodes.map((node) => renderNode(node, depth)))
  }

  function renderNode(node: AstNode, depth: number): ReactNode {
    if (!isElement(node)) return node
    return depth > depthLimit ? textOf(node) : renderElement(node, depth + 1)
  }

  function renderElement(node: ElementNode, depth: number): ReactNode {
    const [name, props, ...content] = node
    const tag = blockName(name)
    // Content that an author has put into a void element, such as `<br>`, is rendered after it.
    if (content.length > 0 && (empty.includes(tag) || isVoidTag(tag)))
      return inOrder([renderElement([name, props], depth), renderNodes(content, depth)])
    if (hidden.includes(tag)) return null
    const attributes = attributesOf(node[1])
    const Component = findComponent(components, tag)
    if (Component) {
      const render = (nodes: AstNode[]) => renderNodes(nodes, depth)
      return createElement(Component, { block: { tag, attributes, ...slotsOf(node), render, pictures, embeds } })
    }
    if (tag === 'binding') return boundText(node)
    const children = childrenOf(node).map((child) => renderNode(child, depth))
    // An unknown `:word` is more likely a word than a block.
    if (!isAllowedTag(tag)) {
      if (node.length > 2) return inOrder(children)
      return Object.keys(node[1]).length === 0 ? `:${tag}` : <UnknownBlock attributes={attributes} />
    }
    if (isVoidTag(tag)) return createElement(tag, htmlAttributes(tag, attributes))
    return createElement(tag, htmlAttributes(tag, attributes), ...children)
  }

  /** Whether a node is an unknown empty block without attributes, on a line of its own */
  function isBareBlock(node: AstNode): boolean {
    if (!isElement(node) || Object.keys(node[1]).length > 0) return false
    const [name, , ...content] = node
    if (name === 'p' && content.length === 1) return content.every(isBareBlock)
    const tag = blockName(name)
    return content.length === 0 && !findComponent(components, tag) && !isAllowedTag(tag) && !empty.includes(tag)
  }

  return (nodes: AstNode[]) =>
    renderNodes(
      nodes.filter((node) => !isBareBlock(node)).map((node) => linkOutsideMedia(node)),
      0,
    )
}

interface UnknownBlockProps {
  attributes: Attributes
}

/** Renders an empty block of another site generator as a link to its address, or else as its title. */
function UnknownBlock({ attributes }: UnknownBlockProps) {
  const name = textAttribute(attributes, 'title') ?? textAttribute(attributes, 'label')
  const address =
    textAttribute(attributes, 'to') ?? textAttribute(attributes, 'href') ?? textAttribute(attributes, 'src')
  const link = linkAttributes({ href: address }, 'href')
  return link ? <a {...link}>{name ?? link.href}</a> : name
}
