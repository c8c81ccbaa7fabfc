import type { ReactNode } from 'react'
import { type AstNode, childrenOf, type ElementNode, isElement } from '../mdc/ast.ts'
import { type Attributes, attributesOf } from './attributes.ts'
import type { Picture } from './prose-body.ts'

export interface Block {
  tag: string
  attributes: Attributes
  children: AstNode[]
  slots: Readonly<Record<string, AstNode[]>>
  render: (nodes: AstNode[]) => ReactNode
  pictures: ReadonlyMap<string, Picture>
  /** Hosts whose pages may be embedded */
  embeds: readonly string[]
}

export interface InnerBlock extends Block {
  node: ElementNode
}

export interface BlockProps {
  block: Block
}

const slotNames: Readonly<Record<string, readonly string[]>> = {
  callout: ['title'],
  card: ['title', 'description'],
  caution: ['title'],
  'code-preview': ['code'],
  danger: ['title'],
  field: ['description'],
  important: ['title'],
  info: ['title'],
  note: ['title'],
  tip: ['title'],
  warning: ['title'],
}

/**
 * Splits the children of a block into slots. `#default` and slots that the component does not know are ordinary
 * content.
 */
export function slotsOf(node: ElementNode): { children: AstNode[]; slots: Record<string, AstNode[]> } {
  const tag = blockName(node[0])
  const known = Object.hasOwn(slotNames, tag) ? (slotNames[tag] ?? []) : []
  const children: AstNode[] = []
  const slots: Record<string, AstNode[]> = {}
  for (const child of childrenOf(node)) {
    const name = isElement(child) ? slotName(child) : undefined
    if (!isElement(child) || name === undefined) children.push(child)
    else if (known.includes(name)) slots[name] = childrenOf(child)
    else children.push(...childrenOf(child))
  }
  return { children, slots }
}

export function innerBlocks(block: Block): InnerBlock[] {
  return block.children.filter(isElement).map((node) => {
    const [tag, props] = node
    return { ...block, tag: blockName(tag), attributes: attributesOf(props), ...slotsOf(node), node }
  })
}

export function childBlocks(block: Block, tag: string): Block[] {
  return innerBlocks(block).filter((inner) => inner.tag === tag)
}

export function otherChildren(block: Block, tag: string): AstNode[] {
  return withoutBlanks(block.children.filter((node) => !isElement(node) || blockName(node[0]) !== tag))
}

export function withoutBlanks(nodes: AstNode[]): AstNode[] {
  return nodes.filter((node) => isElement(node) || node.trim() !== '')
}

/** Returns the name of a block's component: `CodeGroup`, `prose-code-group` and `code-group` are one component. */
export function blockName(tag: string): string {
  return tag
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/^prose-/, '')
}

function slotName([tag, props]: ElementNode): string | undefined {
  if (tag !== 'template') return undefined
  const key = Object.keys(props).find((name) => /^v-?slot:/i.test(name))
  return key?.slice(key.indexOf(':') + 1)
}

/** Prepares content for a place within a line: a single paragraph is replaced by its content. */
export function unwrapped(nodes: AstNode[]): AstNode[] {
  const [only, ...others] = withoutBlanks(nodes)
  return only && others.length === 0 && isElement(only) && only[0] === 'p' ? childrenOf(only) : nodes
}
