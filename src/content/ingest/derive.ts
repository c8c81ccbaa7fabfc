import { stemOf, withoutOrder } from '../addresses.ts'
import { type AstNode, childrenOf, isElement, textOf } from '../mdc/ast.ts'

/** What a file without a title is called; an index page after its folder. */
export function titleFrom(file: string): string {
  const names = stemOf(file).split('/').map(withoutOrder)
  const name = names.findLast((part) => part !== 'index') ?? ''
  return named(name)
}

/** `getting-started` → `Getting Started` */
export function named(slug: string): string {
  return slug.replace(/(^|[\s-])(\p{L})/gu, (_, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`)
}

/** The first paragraph with words, wherever it stands. */
export function firstParagraph(nodes: AstNode[]): string | undefined {
  for (const node of nodes) {
    if (!isElement(node)) continue
    const found = node[0] === 'p' ? textOf(node).replace(/\s+/g, ' ').trim() : firstParagraph(childrenOf(node))
    if (found) return found
  }
  return undefined
}
