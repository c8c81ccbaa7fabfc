import type { Token } from 'marked'
import { type AstNode, childrenOf, type ElementNode, isPlainParagraph } from '../ast.ts'
import { Tree } from './tree.ts'
import type { Walk } from './walk.ts'

export interface FootnoteWords {
  title: string
  backTo(number: number): string
}

const englishWords: FootnoteWords = { title: 'Footnotes', backTo: (number) => `Back to reference ${number}` }

/** Footnotes in the order of their references, unreferenced ones last; undefined without footnotes. */
export function footnoteSection(
  walk: Walk,
  blockNodes: (tokens: Token[]) => AstNode[],
  { title, backTo }: FootnoteWords = englishWords,
): ElementNode | undefined {
  if (walk.footnotes.size === 0) return undefined
  const items: ElementNode[] = []
  const add = (label: string) => {
    walk.line = walk.footnoteLines.get(label) ?? walk.line
    const tree = new Tree(0)
    tree.addAll(blockNodes(walk.footnotes.get(label) ?? []).flatMap(unwrap))
    tree.text(' ')
    tree.add(backLink(label, backTo(items.length + 1)))
    items.push(['li', { id: `user-content-fn-${label}` }, ...tree.finish()])
  }
  const unread = walk.footnotes.keys()
  const referToNext = () => {
    for (const label of unread) {
      if (walk.references.has(label)) continue
      walk.line = walk.footnoteLines.get(label) ?? walk.line
      walk.warn(`Nothing refers to the footnote [^${label}]`, `Write [^${label}] where it belongs, or remove it.`)
      walk.references.set(label, walk.references.size + 1)
      return
    }
  }
  if (walk.references.size === 0) referToNext()
  // Reading a footnote may add references: the map grows while it is iterated.
  for (const label of walk.references.keys()) {
    add(label)
    if (items.length === walk.references.size) referToNext()
  }
  const heading: ElementNode = ['h2', { className: ['sr-only'], id: 'footnote-label' }, title]
  return ['section', { className: ['footnotes'], dataFootnotes: '' }, heading, ['ol', {}, ...items]]
}

function backLink(label: string, ariaLabel: string): ElementNode {
  const props = { href: `#user-content-fnref-${label}`, ariaLabel, className: ['data-footnote-backref'] }
  return ['a', { ...props, dataFootnoteBackref: '' }, '↩']
}

function unwrap(node: AstNode, at: number): AstNode[] {
  if (!isPlainParagraph(node)) return [node]
  return at > 0 ? [['br', {}], ...childrenOf(node)] : childrenOf(node)
}
