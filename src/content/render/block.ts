import type { ReactNode } from 'react'
import { type AstNode, childrenOf, type ElementNode, isElement } from '../mdc/ast.ts'
import type { Picture } from '../views.ts'
import { type Attributes, attributesOf } from './attributes.ts'

/** A node of the tree as the component that draws it receives it. */
export interface Block {
  /** Name in kebab case, as the registry has it. */
  tag: string
  attributes: Attributes
  /** The content, without what went into named slots. */
  children: AstNode[]
  /** Content of `#name` slots. */
  slots: Readonly<Record<string, AstNode[]>>
  /** Draws any nodes, with this block's components and pictures. */
  render: (nodes: AstNode[]) => ReactNode
  pictures: ReadonlyMap<string, Picture>
}

/** Props of every component of the registry. */
export interface BlockProps {
  block: Block
}

/** Sorts a node's content into its slots; `#default` is content like any other. */
export function slotsOf(node: ElementNode): { children: AstNode[]; slots: Record<string, AstNode[]> } {
  const children: AstNode[] = []
  const slots: Record<string, AstNode[]> = {}
  for (const child of childrenOf(node)) {
    const name = isElement(child) ? slotName(child) : undefined
    if (!isElement(child) || name === undefined) children.push(child)
    else if (name === 'default') children.push(...childrenOf(child))
    else slots[name] = childrenOf(child)
  }
  return { children, slots }
}

/** The children that are elements of one name, as blocks of their own. */
export function childBlocks(block: Block, ...tags: string[]): Block[] {
  return block.children.filter(isElement).flatMap((node) => {
    const tag = blockName(node[0])
    return tags.includes(tag) ? [{ ...block, tag, attributes: attributesOf(node[1]), ...slotsOf(node) }] : []
  })
}

/** What is left of the content beside children of these names, without blank text. */
export function otherChildren(block: Block, ...tags: string[]): AstNode[] {
  return block.children.filter((node) => (isElement(node) ? !tags.includes(blockName(node[0])) : node.trim() !== ''))
}

/** `CodeGroup`, `prose-code-group` and `code-group` are one component. */
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
