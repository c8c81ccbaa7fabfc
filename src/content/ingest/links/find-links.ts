import { posix } from 'node:path'
import { type Locale, localised, splitLocale } from '../../../i18n/locales.ts'
import { paths } from '../../../paths.ts'
import { type AstNode, childrenOf, type ElementNode, isElement, textOf } from '../../mdc/ast.ts'
import { attributesOf, textAttribute } from '../../render/attributes.ts'
import type { LinkWords } from '../../search/index-queries.ts'
import { withPlainLetters } from '../../search/words.ts'

/**
 * Returns a function that finds the line on which a file contains an address. Code is ignored. @returns line, 1-based;
 * undefined if not found
 */
function lineFinder(text: string, base?: string): (address: string) => number | undefined {
  let lines: string[] | undefined
  const find = (address: string) => {
    lines ??= withoutCode(text.split('\n'))
    const pattern = writtenAs(address)
    const end = last(address).toLowerCase()
    const at = lines.findIndex((line) => line.toLowerCase().includes(end) && pattern.test(line))
    return at < 0 ? undefined : at + 1
  }
  if (!base) return find
  // If the address is not found, its other forms are tried: `start/other` of `/docs/start` is `other` in its folder.
  return (address) => {
    const line = find(address)
    if (line !== undefined || /^([/#?]|[a-z][a-z0-9+.-]*:)/i.test(address)) return line
    const inFolder = posix.relative(posix.join(deepFolder, base), posix.join(deepFolder, address))
    return find(inFolder) ?? find(`./${inFolder}`)
  }
}

/**
 * Base folder that is deeper than any `../` in a text, so that paths never depend on the working directory of this
 * process.
 */
const deepFolder = `/${'a/'.repeat(40)}`

function withoutCode(lines: string[]): string[] {
  let fence: string | undefined
  return lines.map((line) => {
    const mark = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && mark) fence = mark
    else if (fence !== undefined && mark?.startsWith(fence)) fence = undefined
    else if (fence === undefined) return line.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length))
    return ''
  })
}

/** Returns the last part of an address, which the file always contains: `./1.Other.md` became `./other`. */
function last(address: string): string {
  return /[^/#?%&]*$/.exec(address)?.[0] ?? ''
}

function writtenAs(address: string): RegExp {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  const steps = path
    .split('/')
    .map((step) => `${step === '' || /^\.+$/.test(step) ? '' : '(?:\\d+\\.)?'}${loosePattern(step)}`)
  const file = path === '' ? '' : '(?:\\.(?:mdx?|markdown))?'
  return new RegExp(`(?:[(<"'=]|:\\s+)${steps.join('/')}${file}${loosePattern(rest)}(?:$|[)>"'\\s}])`, 'i')
}

/**
 * Makes a pattern of an address, whose escaped characters may be written literally or as a character reference in the
 * text.
 */
function loosePattern(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+|[.*+?^${}()|[\]\\]/gi, (part) =>
    part.startsWith('%') ? `(?:${part}|${exactPattern(part)}|&#?\\w{1,10};)` : `\\${part}`,
  )
}

/**
 * Makes a pattern of an escaped part of an address. It matches the exact letters, because a wildcard would backtrack
 * through every split of a line with many links.
 */
function exactPattern(escaped: string): string {
  try {
    return decodeURIComponent(escaped).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  } catch {
    return escaped
  }
}

/** Routes of articles and pages, whose addresses are looked up in the content instead. */
const looked: readonly string[] = [
  paths.blogCategory,
  paths.blogArticle,
  paths.blogMarkdown,
  paths.docs,
  paths.docsPage,
  paths.docsIndexMarkdown,
  paths.docsMarkdown,
]

const routes = Object.values(paths)
  .filter((path) => !looked.includes(path))
  .map((path) => new RegExp(`^${path.split('/').map(stepPattern).join('/')}$`))

/** Whether the site serves an address regardless of the content. @param path  without the locale */
function isRoute(path: string): boolean {
  return routes.some((route) => route.test(path))
}

/** Returns the regular expression of one segment of a route; `:file{.+\\.md}` contains its own pattern. */
function stepPattern(step: string): string {
  if (!step.startsWith(':')) return step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return /\{(.*)\}$/.exec(step)?.[1] ?? '[^/]+'
}

export interface FoundLink {
  /** Address of the link as it is on the page: `./other#part` */
  written: string
  /** Line of the link, 1-based; undefined if the file writes the address differently */
  line: number | undefined
  /** Path to which the link leads, such as `/en/docs/other` */
  path: string
  otherPath: string
  /** Fragment of the link, decoded, without `#` */
  anchor: string | undefined
}

/**
 * Finds the links of a page to content of this site or to unknown addresses, each link once.
 * @param text  source of the file
 * @param base  folder of an index file
 */
export function findLinks(from: string, nodes: AstNode[], text: string, base?: string): FoundLink[] {
  const lineOf = lineFinder(text, base)
  return [...new Set(linksIn(nodes).map(({ written }) => written))].flatMap((written) => {
    const target = targetOf(from, written)
    return target ? [{ written, line: lineOf(written), ...target }] : []
  })
}

/** Paths that may still lead to a page missing in a language. `content_links` has a column for one such path. */
const otherLocales: Record<Locale, Locale> = { ru: 'en', en: 'ru' }

/** Undefined for other sites and for pages that are not content. Resolves addresses as browsers do. */
export function targetOf(from: string, written: string): Pick<FoundLink, 'path' | 'otherPath' | 'anchor'> | undefined {
  if (/^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(written) || written === '#' || written.startsWith('#:~:')) return undefined
  const url = URL.parse(written, `http://site${from}`)
  if (url?.host !== 'site') return undefined
  const path = decoded(url.pathname).replace(/(?<=.)\/+$/, '')
  const { locale, path: below } = splitLocale(path)
  const isContent = /^\/(docs|blog)([/.]|$)/.test(below)
  if (isRoute(below)) return undefined
  const page = isContent ? path.replace(/\.md$/, '') : path
  const anchor = decoded(url.hash.slice(1)).replace(/:~:.*$/, '')
  return { path: page, otherPath: localised(otherLocales[locale], splitLocale(page).path), anchor: anchor || undefined }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface WrittenLink {
  written: string
  words: string | undefined
}

function linksIn(nodes: AstNode[]): WrittenLink[] {
  return nodes.flatMap((node) => (isElement(node) ? [...ownLinks(node), ...linksIn(childrenOf(node))] : []))
}

function ownLinks(node: ElementNode): WrittenLink[] {
  const [tag, props] = node
  const attributes = attributesOf(props)
  const [to, href] = [textAttribute(attributes, 'to'), textAttribute(attributes, 'href')]
  if (tag === 'a') return href ? [{ written: href, words: textOf(node) }] : []
  return [
    ...(to ? [{ written: to, words: textAttribute(attributes, 'title') }] : []),
    ...(href ? [{ written: href, words: undefined }] : []),
  ]
}

/** Max length of a link's text: longer texts are sentences and do not name the target. */
const maxLetters = 90

/** Returns the texts of a page's links to other pages of this site, each text once per target. */
export function linkWordsIn(from: string, nodes: AstNode[]): LinkWords[] {
  const found = new Map<string, LinkWords>()
  for (const { written, words } of linksIn(nodes)) {
    if (!words) continue
    const line = words
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    const text = withPlainLetters(line.toLowerCase())
    const path = targetOf(from, written)?.path
    if (path === undefined || path === from || text.length < 2 || text.length > maxLetters) continue
    found.set(`${path} ${text}`, { path, text })
  }
  return [...found.values()]
}
