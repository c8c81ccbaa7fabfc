/**
 * A page's body as compact JSON arrays, the format of the content protocol: a node is text or `[tag, props,
 * ...children]`. Props use HTML AST names (`className`); a value that is not a string is JSON text under `":name"`, a
 * flag without value both `":flag": "true"` and `"flag": ""`.
 */
export type Props = Record<string, string | string[] | number | number[] | boolean>

export type ElementNode = [tag: string, props: Props, ...children: AstNode[]]

export type AstNode = string | ElementNode

/** Link of a table of contents; `depth` is the level of the heading, 2–6. */
export interface TocLink {
  id: string
  depth: number
  text: string
  children?: TocLink[]
}

export interface Toc {
  title: string
  searchDepth: number
  depth: number
  links: TocLink[]
}

export interface Body {
  type: 'minimal'
  value: AstNode[]
  toc?: Toc
}

export function isElement(node: AstNode): node is ElementNode {
  return typeof node !== 'string'
}

/** Whether a node is a paragraph without attributes, which can be unwrapped. */
export function isPlainParagraph(node: AstNode): node is ElementNode {
  return isElement(node) && node[0] === 'p' && Object.keys(node[1]).length === 0
}

export function childrenOf(node: ElementNode): AstNode[] {
  return node.slice(2) as AstNode[]
}

/** Returns the text of a node and its children without separators, as in the content protocol. */
export function textOf(node: AstNode): string {
  if (!isElement(node)) return node
  return node[0] === 'binding' ? boundText(node) : childrenOf(node).map(textOf).join('')
}

/**
 * Text that is shown for a binding. No binding has a value here, so it is the fallback, or else the source, which may
 * be of another template language.
 */
export function boundText([, { value, defaultValue }]: ElementNode): string {
  if (defaultValue !== undefined) return String(defaultValue)
  return typeof value === 'string' ? `{{ ${value} }}` : ''
}
