import { type AstNode, type Body, boundText, childrenOf, type ElementNode, isElement, textOf } from '../mdc/ast.ts'
import { headingLevel } from '../mdc/tree/toc.ts'
import { listingName } from '../render/code/listing-name.ts'
import type { SearchSection } from '../search/indexing.ts'

export interface SectionsOptions {
  /** Headings inside blocks start no section, as in Nuxt Content */
  topLevelOnly?: boolean
  ignoredTags?: readonly string[]
  minLevel?: number
  maxLevel?: number
}

interface SectionRules {
  silentTags: Set<string>
  names: string[]
  /** Separators between cells, and between table rows or list items; undefined for spaces only, as in Nuxt Content */
  parts: { cells: string; rows: string } | undefined
  minLevel: number
  maxLevel: number
}

const silentTags = new Set(['style', 'script', 'input', 'icon'])
/** Props with readable text: an accordion's question, a field's name, a code block's file name. */
const textProps = ['title', 'label', 'name', 'description', 'alt', 'filename']
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
export function searchSections(
  page: { path: string; title: string; description: string; body: Body },
  { topLevelOnly = false, ignoredTags = [], minLevel = 1, maxLevel = 6 }: SectionsOptions = {},
): SearchSection[] {
  const description = page.description.trim()
  const sections: SearchSection[] = [{ id: page.path, title: page.title, titles: [], content: description, level: 1 }]
  const trail: { title: string; level: number }[] = [{ title: page.title, level: 0 }]
  const texts: string[][] = [[description]]
  const rules: SectionRules = {
    silentTags: new Set([...silentTags, ...ignoredTags]),
    names: topLevelOnly ? [] : textProps,
    parts: topLevelOnly ? undefined : { cells: ' · ', rows: '; ' },
    minLevel,
    maxLevel,
  }
  const visit = (node: AstNode, isTop: boolean): void => {
    if (isSectionHeading(node, rules) && (isTop || !topLevelOnly)) {
      const level = headingLevel(node[0]) ?? 1
      const title = clean(textOf(node))
      while (trail.length > 0 && (trail.at(-1)?.level ?? 0) >= level) trail.pop()
      const titles = level === 1 ? [] : trail.map((above) => above.title)
      if (level === 1) trail.length = 0
      sections.push({ id: `${page.path}#${node[1].id}`, title, titles, content: '', level })
      trail.push({ title, level })
      texts.push([])
    } else if (isElement(node) && !topLevelOnly && holdsHeading(node, rules)) {
      texts.at(-1)?.push(...textsInProps(node, rules))
      for (const child of childrenOf(node)) visit(child, false)
    } else {
      const text = clean(spacedText(node, rules))
      if (text && !(sections.length === 1 && text === description)) texts.at(-1)?.push(text)
    }
  }
  for (const node of page.body.value) visit(node, true)
  return sections.map((section, at) => ({ ...section, content: (texts[at] ?? []).filter(Boolean).join(' ') }))
}

function spacedText(node: AstNode, rules: SectionRules): string {
  if (!isElement(node)) return node
  const [tag] = node
  if (rules.silentTags.has(tag) || 'dataFootnoteBackref' in node[1]) return ''
  if (tag === 'binding') return boundText(node)
  if (tag === 'table' && rules.parts) return ` ${partedRows(node, rules).join(rules.parts.rows)} `
  if ((tag === 'ul' || tag === 'ol') && rules.parts) return ` ${itemsText(node, rules, rules.parts.rows)} `
  const own = textsInProps(node, rules).map((text) => `${text} `)
  const inner = [...own, ...childrenOf(node).map((child) => spacedText(child, rules))].join('')
  return inlineTags.has(tag) ? inner : ` ${inner} `
}

/** Items that end with punctuation need no separator. */
function itemsText(list: ElementNode, rules: SectionRules, between: string): string {
  const items = childrenOf(list).map((item) => clean(spacedText(item, rules)))
  const [first = '', ...others] = items.filter(Boolean)
  return others.reduce((text, item) => text + (/[.!?…:;,]$/.test(text) ? ' ' : between) + item, first)
}

/** Each row of a table, at any depth, as one text. */
function partedRows(node: ElementNode, rules: SectionRules): string[] {
  const inner = childrenOf(node).filter(isElement)
  if (node[0] !== 'tr') return inner.flatMap((each) => partedRows(each, rules))
  const cells = inner.map((cell) => clean(spacedText(cell, rules))).filter(Boolean)
  return cells.length > 0 ? [cells.join(rules.parts?.cells)] : []
}

function textsInProps([tag, props]: ElementNode, { names }: SectionRules): string[] {
  const file = tag === 'pre' ? listingName(props) : props.filename
  return names.map((name) => (name === 'filename' ? file : props[name])).filter((value) => typeof value === 'string')
}

function isSectionHeading(
  node: AstNode,
  { minLevel, maxLevel }: SectionRules,
): node is [string, { id: string }, ...AstNode[]] {
  if (!isElement(node) || typeof node[1].id !== 'string') return false
  const level = headingLevel(node[0])
  return level !== undefined && level >= minLevel && level <= maxLevel
}

function holdsHeading(node: ElementNode, rules: SectionRules): boolean {
  if (rules.silentTags.has(node[0])) return false
  return childrenOf(node).some((child) => {
    return isSectionHeading(child, rules) || (isElement(child) && holdsHeading(child, rules))
  })
}

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
