import { type AstNode, type Body, childrenOf, type ElementNode, isElement, textOf } from './mdc/ast.ts'
import { headingLevel } from './mdc/toc.ts'
import type { SearchSection } from './search/section.ts'

export interface SectionsOptions {
  /** Headings inside blocks start no section of their own, as on the wire */
  topLevelOnly?: boolean
  /** Elements whose text is left out, besides those that no reader reads; titles keep it */
  ignoredTags?: readonly string[]
  /** Headings above and below these levels are text. 1 to 6 unless given */
  minLevel?: number
  maxLevel?: number
}

/** How one page is read. */
interface Reading {
  silentTags: Set<string>
  /** Props whose text is read */
  names: string[]
  minLevel: number
  maxLevel: number
}

/** What a reader cannot read, or what is read by machines alone. */
const silentTags = new Set(['style', 'script', 'input', 'icon'])
/** Props in which blocks and pictures say something: an accordion's question, a field's name, a code's file. */
const spokenProps = ['title', 'label', 'name', 'description', 'alt', 'filename']
/** Elements inside a line: their text belongs to the words around it. Everything else stands apart. */
const inlineTags = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/**
 * Cuts a page into searchable sections: the first is the page with its description and what precedes its first
 * heading, every heading with an id starts another one. Texts of neighbouring blocks are kept apart by spaces. A
 * section's titles are those of the nearest headings of higher rank. (Nuxt Content takes the titles by their number:
 * after a skipped level, as in h4, h3, it lists the deeper heading above the higher one.)
 */
export function searchSections(
  page: { path: string; title: string; description: string; body: Body },
  { topLevelOnly = false, ignoredTags = [], minLevel = 1, maxLevel = 6 }: SectionsOptions = {},
): SearchSection[] {
  const description = page.description.trim()
  const sections: SearchSection[] = [{ id: page.path, title: page.title, titles: [], content: description, level: 1 }]
  const trail: { title: string; level: number }[] = [{ title: page.title, level: 0 }]
  const texts: string[][] = [[description]]
  const reading: Reading = {
    silentTags: new Set([...silentTags, ...ignoredTags]),
    names: topLevelOnly ? [] : spokenProps,
    minLevel,
    maxLevel,
  }
  const visit = (node: AstNode, isTop: boolean): void => {
    if (isSectionHeading(node, reading) && (isTop || !topLevelOnly)) {
      const level = headingLevel(node[0]) ?? 1
      const title = clean(textOf(node))
      while (trail.length > 0 && (trail.at(-1)?.level ?? 0) >= level) trail.pop()
      const titles = level === 1 ? [] : trail.map((above) => above.title)
      if (level === 1) trail.length = 0
      sections.push({ id: `${page.path}#${node[1].id}`, title, titles, content: '', level })
      trail.push({ title, level })
      texts.push([])
    } else if (isElement(node) && !topLevelOnly && holdsHeading(node, reading)) {
      texts.at(-1)?.push(...spokenBy(node, reading))
      for (const child of childrenOf(node)) visit(child, false)
    } else {
      const text = clean(spacedText(node, reading))
      if (text && !(sections.length === 1 && text === description)) texts.at(-1)?.push(text)
    }
  }
  for (const node of page.body.value) visit(node, true)
  return sections.map((section, at) => ({ ...section, content: (texts[at] ?? []).filter(Boolean).join(' ') }))
}

/** The text of a node, blocks kept apart by spaces, with what blocks say in their props. */
function spacedText(node: AstNode, reading: Reading): string {
  if (!isElement(node)) return node
  const [tag] = node
  if (reading.silentTags.has(tag) || 'dataFootnoteBackref' in node[1]) return ''
  const said = spokenBy(node, reading).map((text) => `${text} `)
  const inner = [...said, ...childrenOf(node).map((child) => spacedText(child, reading))].join('')
  return inlineTags.has(tag) ? inner : ` ${inner} `
}

function spokenBy([, props]: ElementNode, { names }: Reading): string[] {
  return names.map((name) => props[name]).filter((value) => typeof value === 'string')
}

function isSectionHeading(
  node: AstNode,
  { minLevel, maxLevel }: Reading,
): node is [string, { id: string }, ...AstNode[]] {
  if (!isElement(node) || typeof node[1].id !== 'string') return false
  const level = headingLevel(node[0])
  return level !== undefined && level >= minLevel && level <= maxLevel
}

function holdsHeading(node: ElementNode, reading: Reading): boolean {
  if (reading.silentTags.has(node[0])) return false
  return childrenOf(node).some((child) => {
    return isSectionHeading(child, reading) || (isElement(child) && holdsHeading(child, reading))
  })
}

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
