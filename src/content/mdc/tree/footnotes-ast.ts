import type { Token } from 'marked'
import { type AstNode, childrenOf, type ElementNode, isPlainParagraph } from '../ast.ts'
import { Tree } from './tree.ts'
import type { Walk } from './walk.ts'

export interface FootnoteWords {
  title: string
  backTo(number: number): string
}

const englishWords: FootnoteWords = { title: 'Footnotes', backTo: (number) => `Back to reference ${number}` }

/**
 * Makes the section of footnotes in the order of their references, unreferenced ones last; undefined without footnotes.
 */
export function footnoteSection(
  walk: Walk,
  blockNodes: (tokens: Token[]) => AstNode[],
  { title, backTo }: FootnoteWords = englishWords,
): ElementNode | undefined {
  if (walk.footnotes.size === 0) return undefined
  const items: { label: string; children: AstNode[] }[] = []
  const add = (label: string) => {
    walk.line = walk.footnoteLines.get(label) ?? walk.line
    items.push({ label, children: blockNodes(walk.footnotes.get(label) ?? []).flatMap(unwrap) })
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
  // Reading a footnote may add references, so the map grows while it is iterated.
  for (const label of walk.references.keys()) {
    add(label)
    if (items.length === walk.references.size) referToNext()
  }
  const heading: ElementNode = ['h2', { className: ['sr-only'], id: 'footnote-label' }, title]
  // Links back to the references are added last, because footnotes may refer to others and reference counts are
  // complete only now.
  const entries = items.map(({ label, children }, at): ElementNode => {
    const tree = new Tree(0)
    tree.addAll(children)
    for (let count = 1; count <= (walk.referenceCounts.get(label) ?? 0); count++) {
      tree.text(' ')
      tree.add(backLink(label, count, backTo(at + 1)))
    }
    return ['li', { id: `user-content-fn-${label}` }, ...tree.finish()]
  })
  return ['section', { className: ['footnotes'], dataFootnotes: '' }, heading, ['ol', {}, ...entries]]
}

function backLink(label: string, count: number, words: string): ElementNode {
  const [place, ariaLabel] = count > 1 ? [`-${count}`, `${words}-${count}`] : ['', words]
  const props = { href: `#user-content-fnref-${label}${place}`, ariaLabel, className: ['data-footnote-backref'] }
  const number: AstNode[] = count > 1 ? [['sup', {}, String(count)]] : []
  return ['a', { ...props, dataFootnoteBackref: '' }, '↩', ...number]
}

function unwrap(node: AstNode, at: number): AstNode[] {
  if (!isPlainParagraph(node)) return [node]
  return at > 0 ? [['br', {}], ...childrenOf(node)] : childrenOf(node)
}
