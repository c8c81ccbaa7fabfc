import { nameOf, slugify, stemOf, withoutOrder } from '../addresses.ts'
import { type AstNode, childrenOf, type ElementNode, isElement, textOf } from '../mdc/ast.ts'
import { ownId } from '../mdc/tree/headings.ts'
import { headingLevel } from '../mdc/tree/toc.ts'

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

/**
 * What the text says its page is called. A centred h1 of HTML may be the banner of a whole site: unless it has all words of
 * the file's name, the heading below it counts, and that only where it shares a word with the file.
 */
export function titleIn(nodes: AstNode[], file: string): string | undefined {
  const [leading, below] = [leadingH1(nodes), headingsOf(nodes)[1]]
  const [title, second] = [leading, below].map((heading) => heading && titleOfHeading(heading))
  const name = nameOf(file)
  const isBanner = leading?.[1].align === 'center' && name !== 'index' && !isCalled(title ?? '', name)
  if (!isBanner) return title
  const ofFile = new Set(wordsOf(name))
  return wordsOf(second ?? '').some((word) => ofFile.has(word)) ? second : undefined
}

/** `Contributing guide` is called as `contributing`. */
function isCalled(title: string, name: string): boolean {
  const [ofTitle, ofFile] = [new Set(wordsOf(title)), wordsOf(name)]
  const hasAll = ofFile.length > 0 && ofFile.every((word) => ofTitle.has(word))
  return hasAll || slugify(title) === slugify(name)
}

function wordsOf(name: string): string[] {
  return slugify(name).match(/[a-z0-9]{3,}/g) ?? []
}

/** The first heading where it is an h1: scripts, pictures and text may stand before it. */
export function leadingH1(nodes: AstNode[]): ElementNode | undefined {
  const [first] = headingsOf(nodes)
  return first?.[0] === 'h1' ? first : undefined
}

function headingsOf(nodes: AstNode[]): ElementNode[] {
  return nodes.filter(isElement).filter(([tag]) => headingLevel(tag) !== undefined)
}

/** With its code between backticks, as titles of the front matter have it. */
export function titleOfHeading(heading: ElementNode): string {
  return ownId(childrenOf(heading)).children.map(markedText).join('').replace(/\s+/g, ' ').trim()
}

function markedText(node: AstNode): string {
  if (!isElement(node)) return node
  if (node[0] !== 'code') return childrenOf(node).map(markedText).join('')
  const code = textOf(node).trim()
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const gap = /^`|`$/.test(code) ? ' ' : ''
  return code && fence + gap + code + gap + fence
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
