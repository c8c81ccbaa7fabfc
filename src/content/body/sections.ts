import { type AstNode, type Body, boundText, childrenOf, type ElementNode, isElement, textOf } from '../mdc/ast.ts'
import { headingLevel } from '../mdc/tree/toc.ts'
import { listingName } from '../render/code/listing-name.ts'
import type { SearchSection } from '../search/index-queries.ts'

const silentTags = new Set(['style', 'script', 'input', 'icon'])
/** Props with readable text: an accordion's question, a field's name, a code block's file name. */
const textProps = ['title', 'label', 'name', 'description', 'alt', 'filename']
const betweenCells = ' · '
/** Also between list items */
const betweenRows = '; '
/** Their text joins the words around it; any other element separates words. */
const inlineTags = new Set(
  'a abbr b bdi bdo cite code data del dfn em formula i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/**
 * The page with its introduction, then a section per heading with an id. `titles` are the nearest headings of higher
 * rank. (Nuxt Content indexes them by level: after h4, h3 it lists the h4 above the h3.)
 */
export function searchSections(page: {
  path: string
  title: string
  description: string
  body: Body
}): SearchSection[] {
  const description = page.description.trim()
  const sections: SearchSection[] = [{ id: page.path, title: page.title, titles: [], content: description, level: 1 }]
  const trail: { title: string; level: number }[] = [{ title: page.title, level: 0 }]
  const texts: string[][] = [[description]]
  const visit = (node: AstNode): void => {
    if (isSectionHeading(node)) {
      const level = headingLevel(node[0]) ?? 1
      const title = clean(textOf(node))
      while (trail.length > 0 && (trail.at(-1)?.level ?? 0) >= level) trail.pop()
      const titles = level === 1 ? [] : trail.map((above) => above.title)
      if (level === 1) trail.length = 0
      sections.push({ id: `${page.path}#${node[1].id}`, title, titles, content: '', level })
      trail.push({ title, level })
      texts.push([])
    } else if (isElement(node) && holdsHeading(node)) {
      texts.at(-1)?.push(...textsInProps(node))
      for (const child of childrenOf(node)) visit(child)
    } else {
      const text = clean(spacedText(node))
      if (text && !(sections.length === 1 && text === description)) texts.at(-1)?.push(text)
    }
  }
  for (const node of page.body.value) visit(node)
  return sections.map((section, at) => ({ ...section, content: (texts[at] ?? []).filter(Boolean).join(' ') }))
}

function spacedText(node: AstNode): string {
  if (!isElement(node)) return node
  const [tag] = node
  if (silentTags.has(tag) || 'dataFootnoteBackref' in node[1]) return ''
  if (tag === 'binding') return boundText(node)
  if (tag === 'table') return ` ${partedRows(node).join(betweenRows)} `
  if (tag === 'ul' || tag === 'ol') return ` ${itemsText(node)} `
  const own = textsInProps(node).map((text) => `${text} `)
  const inner = [...own, ...childrenOf(node).map((child) => spacedText(child))].join('')
  return inlineTags.has(tag) ? inner : ` ${inner} `
}

/** Items that end with punctuation need no separator. */
function itemsText(list: ElementNode): string {
  const items = childrenOf(list).map((item) => clean(spacedText(item)))
  const [first = '', ...others] = items.filter(Boolean)
  return others.reduce((text, item) => text + (/[.!?…:;,]$/.test(text) ? ' ' : betweenRows) + item, first)
}

/** Each row of a table, at any depth, as one text. */
function partedRows(node: ElementNode): string[] {
  const inner = childrenOf(node).filter(isElement)
  if (node[0] !== 'tr') return inner.flatMap(partedRows)
  const cells = inner.map((cell) => clean(spacedText(cell))).filter(Boolean)
  return cells.length > 0 ? [cells.join(betweenCells)] : []
}

function textsInProps([tag, props]: ElementNode): string[] {
  const file = tag === 'pre' ? listingName(props) : props.filename
  return textProps
    .map((name) => (name === 'filename' ? file : props[name]))
    .filter((value) => typeof value === 'string')
}

function isSectionHeading(node: AstNode): node is [string, { id: string }, ...AstNode[]] {
  return isElement(node) && typeof node[1].id === 'string' && headingLevel(node[0]) !== undefined
}

function holdsHeading(node: ElementNode): boolean {
  if (silentTags.has(node[0])) return false
  return childrenOf(node).some((child) => {
    return isSectionHeading(child) || (isElement(child) && holdsHeading(child))
  })
}

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
