import { nameOf, slugify, stemOf, withoutOrder } from '../addresses.ts'
import { type AstNode, type Body, childrenOf, type ElementNode, isElement, textOf } from '../mdc/ast.ts'
import { ownId } from '../mdc/tree/headings.ts'
import { headingLevel } from '../mdc/tree/toc.ts'

/** Makes the title of a file that has none from its name; an index page is named after its folder. */
export function titleFrom(file: string): string {
  const names = stemOf(file).split('/').map(withoutOrder)
  const name = names.findLast((part) => part !== 'index') ?? ''
  return titleCase(name)
}

/** Makes a title from a slug: `getting-started` → `Getting Started` */
export function titleCase(slug: string): string {
  return slug.replace(/(^|[\s-])(\p{L})/gu, (_, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`)
}

/**
 * Finds the title that the text itself gives. A centered HTML h1 may be the banner of a whole site: unless it has all
 * words of the file's name, the second heading is used, and only if it shares a word with the file name.
 */
export function titleIn(nodes: AstNode[], file: string): string | undefined {
  const [leading, below] = [leadingH1(nodes), headingsOf(nodes)[1]]
  const [title, second] = [leading, below].map((heading) => heading && titleOfHeading(heading))
  const name = nameOf(file)
  const isBanner = leading?.[1].align === 'center' && name !== 'index' && !matchesFileName(title ?? '', name)
  if (!isBanner) return title
  const ofFile = new Set(wordsOf(name))
  return wordsOf(second ?? '').some((word) => ofFile.has(word)) ? second : undefined
}

/** Whether a title has all words of a file name: `Contributing guide` matches `contributing`. */
function matchesFileName(title: string, name: string): boolean {
  const [ofTitle, ofFile] = [new Set(wordsOf(title)), wordsOf(name)]
  const hasAll = ofFile.length > 0 && ofFile.every((word) => ofTitle.has(word))
  return hasAll || slugify(title) === slugify(name)
}

function wordsOf(name: string): string[] {
  return slugify(name).match(/[a-z0-9]{3,}/g) ?? []
}

/** Returns the first heading of a text if it is an h1. Scripts, pictures and text may precede it. */
export function leadingH1(nodes: AstNode[]): ElementNode | undefined {
  const [first] = headingsOf(nodes)
  return first?.[0] === 'h1' ? first : undefined
}

function headingsOf(nodes: AstNode[]): ElementNode[] {
  return nodes.filter(isElement).filter(([tag]) => headingLevel(tag) !== undefined)
}

/** Returns the text of a heading with code in backticks, as in titles of the front matter. */
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

/** Returns the text of the first paragraph that contains words, at any depth. */
export function firstParagraph(nodes: AstNode[]): string | undefined {
  for (const node of nodes) {
    if (!isElement(node)) continue
    const found = node[0] === 'p' ? textOf(node).replace(/\s+/g, ' ').trim() : firstParagraph(childrenOf(node))
    if (found) return found
  }
  return undefined
}

const notRead = new Set(['pre', 'style', 'script'])

export function countWords(body: Body): number {
  return body.value.reduce((sum, node) => sum + wordsIn(node), 0)
}

function wordsIn(node: AstNode): number {
  if (!isElement(node)) return node.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0
  return notRead.has(node[0]) ? 0 : childrenOf(node).reduce((sum, child) => sum + wordsIn(child), 0)
}
