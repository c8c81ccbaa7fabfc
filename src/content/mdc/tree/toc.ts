import { type AstNode, childrenOf, isElement, type Toc, type TocLink, textOf } from '../ast.ts'

export interface TocOptions {
  title?: string
  depth?: number
  /** Max level of elements that are searched: 2 finds headings in a block, but not in a nested one */
  searchDepth?: number
}

/** Makes a table of contents, in which each heading is below the last one of higher rank. */
export function tocOf(nodes: AstNode[], { title = '', depth = 2, searchDepth = 2 }: TocOptions = {}): Toc {
  return { title, searchDepth, depth, links: nest(headingsIn(nodes, searchDepth, depth + 1)) }
}

function nest(links: TocLink[]): TocLink[] {
  const nested: (TocLink & { children: TocLink[] })[] = []
  for (const link of links) {
    const parent = nested.at(-1)
    if (!parent || link.depth <= parent.depth) nested.push({ ...link, children: [] })
    else parent.children.push(link)
  }
  return nested.map(({ children, ...link }) => (children.length > 0 ? { ...link, children: nest(children) } : link))
}

function headingsIn(nodes: AstNode[], searchDepth: number, lowest: number): TocLink[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return []
    const [tag, { id }] = node
    const level = headingLevel(tag)
    if (level === undefined) return searchDepth > 1 ? headingsIn(childrenOf(node), searchDepth - 1, lowest) : []
    if (level < 2 || level > lowest || typeof id !== 'string') return []
    return [{ id, depth: level, text: textOf(node) }]
  })
}

export function headingLevel(tag: string): number | undefined {
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : undefined
}
