/**
 * The tree a page's body is kept as: compact JSON arrays, the format the content protocol sends.
 * A node is a text or `[tag, props, ...children]`. Props follow HTML AST names (`className`, `ariaLabel`);
 * a value that is not a string sits under `":name"` as JSON text, a bare flag under both `":flag": "true"` and `"flag": ""`.
 */
export type Props = Record<string, string | string[] | number | number[] | boolean>

export type ElementNode = [tag: string, props: Props, ...children: AstNode[]]

export type AstNode = string | ElementNode

/** One heading of the table of contents; `depth` is the heading level (2–6). */
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

/** A paragraph nobody gave attributes to: where one is expected, it may stand without its element. */
export function isPlainParagraph(node: AstNode): node is ElementNode {
  return isElement(node) && node[0] === 'p' && Object.keys(node[1]).length === 0
}

/** Children of an element, without its tag and props. */
export function childrenOf(node: ElementNode): AstNode[] {
  return node.slice(2) as AstNode[]
}

/** All text below a node, concatenated without separators, as the content protocol does. */
export function textOf(node: AstNode): string {
  return isElement(node) ? childrenOf(node).map(textOf).join('') : node
}
