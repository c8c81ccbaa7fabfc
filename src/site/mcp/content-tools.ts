import { z } from 'zod'
import type { Library } from '../../content/library/library.ts'
import type { NavigationNode } from '../../content/library/navigation.ts'
import { findMoved } from '../../content/moved-queries.ts'
import { findSource } from '../../content/queries.ts'
import type { Mark } from '../../content/search/matches.ts'
import { type SearchAnswer, searchContent } from '../../content/search/search.ts'
import type { Reader } from '../../db/client.ts'
import { defaultLocale, type Locale, locales, localised, splitLocale } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { findReadable } from '../markdown/readable.ts'
import type { SiteDeps } from '../site-deps.ts'
import { type Tool, toolOf } from './tool.ts'

const language = z
  .enum(locales)
  .optional()
  .describe(`${locales.join(' or ')}; the language of the address unless given`)
const maxHits = 20

export function contentTools({ db, library, searches, siteUrl }: SiteDeps): Tool[] {
  const search = toolOf({
    name: 'search',
    title: 'Search',
    description: 'Finds sections of the documentation and the blog by words. Gives titles, addresses and excerpts.',
    input: {
      query: z.string().min(1).max(200).describe('Words, a "phrase" or a name from code'),
      locale: language,
      limit: z.int().min(1).max(maxHits).optional().describe('Pages at most, 10 unless given'),
    },
    run: async ({ query, locale, limit = 10 }, asker) => {
      const asked = { query, locale: locale ?? asker.locale, limit }
      const answer = await searches.run(asker.network, () => searchContent(db, asked))
      if (!answer) return { text: 'Too many searches at once. Try again in a moment.', isError: true }
      return { text: hitsText(siteUrl, answer), structured: { ...hits(siteUrl, answer) } }
    },
  })
  const read = toolOf({
    name: 'read_page',
    title: 'Read a page',
    description: 'Gives a page as Markdown, by its address or path as `search` and `list_sections` name it.',
    input: { path: z.string().min(1).max(2000).describe(`Such as /docs or ${siteUrl}/en/docs`), locale: language },
    run: async ({ path, locale }, asker) => {
      const local = pathOf(path, siteUrl)
      const current = await library.current()
      const wanted = locale ?? local?.locale ?? asker.locale
      const page = local && (await findReadableNow(db, current, wanted, local.path))
      const source = page && (await findSource(db, page.path))
      if (!source) return { text: `There is no page at ${path}. Find one by search or list_sections.`, isError: true }
      const { pageMarkdown } = await import('../markdown/page-markdown.ts')
      return { text: pageMarkdown({ source, page, library: current, siteUrl }) }
    },
  })
  const list = toolOf({
    name: 'list_sections',
    title: 'List sections',
    description: 'Lists the documentation: its sections, or with a path all pages below it.',
    input: {
      path: z.string().max(2000).optional().describe('Path of a section; omit it to list all sections'),
      locale: language,
      from: z.int().min(1).optional().describe(`First line to return; an answer has at most ${maxLines} lines`),
    },
    run: async ({ path, locale, from = 1 }, asker) => {
      const local = path === undefined ? undefined : pathOf(path, siteUrl)
      const { tree } = (await library.current()).byLocale[locale ?? local?.locale ?? asker.locale]
      if (path === undefined || local?.path === paths.docs)
        return linesFrom(
          from,
          tree.map((node) => line(siteUrl, node)),
        )
      const section = local && find(tree, local.path)
      if (!section) return { text: `There is no section at ${path}. Leave the path out to see all.`, isError: true }
      return linesFrom(from, treeLines(siteUrl, [section]))
    },
  })
  return [search, read, list]
}

/**
 * Finds a page in the same way as the routes: a redirect of a moved page comes before the text in the other language
 */
async function findReadableNow(db: Reader, library: Library, locale: Locale, path: string) {
  const found = findReadable(library, locale, path)
  if (found?.locale === locale) return found
  const own = await findMoved(db, localised(locale, path))
  if (own || found) return own ? findReadable(library, locale, splitLocale(own).path) : found
  for (const other of locales) {
    const moved = await findMoved(db, localised(other, path))
    if (moved) return findReadable(library, locale, splitLocale(moved).path)
  }
  return undefined
}

/** Max number of lines of an answer; a list of 20,000 pages would exceed any model's context */
const maxLines = 500

/** Returns a limited number of lines and, if there are more, says which lines these are. */
function linesFrom(from: number, lines: string[]): { text: string; isError?: true } {
  const all = lines.length
  if (all === 0) return { text: 'There are none.' }
  if (from > all) return { text: `Line ${from} is out of range: there are ${all} lines.`, isError: true }
  const shown = lines.slice(from - 1, from - 1 + maxLines)
  const last = from - 1 + shown.length
  if (shown.length === all) return { text: shown.join('\n') }
  const more = `To continue, call again with "from": ${last + 1}, or pass the path of one of these sections.`
  const where = `These are lines ${from} to ${last} of ${all}.`
  return { text: `${shown.join('\n')}\n\n${last < all ? `${where} ${more}` : where}` }
}

/** Returns the path of a requested page without locale, query and fragment; undefined for another site's URL */
function pathOf(asked: string, siteUrl: string): { path: string; locale?: Locale } | undefined {
  if (!URL.canParse(asked, siteUrl)) return undefined
  const { origin, pathname } = new URL(asked, siteUrl)
  if (origin !== new URL(siteUrl).origin || !URL.canParse(`x:${pathname}`)) return undefined
  const { locale, path } = splitLocale(
    decoded(pathname)
      .replace(/(?<=.)\/$/, '')
      .replace(/\.md$/, ''),
  )
  return { path, ...(asked.includes(siteUrl) || locale !== defaultLocale ? { locale } : {}) }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function find(nodes: NavigationNode[], path: string): NavigationNode | undefined {
  for (const node of nodes) {
    const found = splitLocale(addressOf(node)).path === path ? node : find(node.children, path)
    if (found) return found
  }
  return undefined
}

function treeLines(siteUrl: string, nodes: NavigationNode[], depth = 0): string[] {
  return nodes.flatMap((node) => [
    `${'  '.repeat(depth)}${line(siteUrl, node)}`,
    ...treeLines(siteUrl, node.children, depth + 1),
  ])
}

/** Returns the path of a page; for a folder without a page, the common path of its pages */
function addressOf({ path, isPage, children: [first] }: NavigationNode): string {
  return isPage || !first ? path : addressOf(first).replace(/\/[^/]*$/, '')
}

function line(siteUrl: string, node: NavigationNode): string {
  const address = siteUrl + addressOf(node)
  return node.isPage ? `- [${node.title}](${address})` : `- ${node.title} (pages below ${address})`
}

const plain = (marks: Mark[]) => marks.map(({ text }) => text).join('')

function hits(siteUrl: string, { total, corrected, groups }: SearchAnswer) {
  return {
    total,
    ...(corrected !== undefined && { corrected }),
    pages: groups.map(({ path, title, hits: sections }) => ({
      title,
      url: siteUrl + path,
      sections: sections.map(({ id, title, snippet }) => ({ title, url: siteUrl + id, excerpt: plain(snippet) })),
    })),
  }
}

function hitsText(siteUrl: string, answer: SearchAnswer): string {
  const { pages, corrected } = hits(siteUrl, answer)
  const near = answer.near ? ` The nearest words there are: ${answer.near.join(', ')}.` : ''
  if (pages.length === 0) return `Nothing was found. Try fewer or other words.${near}`
  const lead = corrected === undefined ? '' : `Nothing has these words; these are for: ${corrected}\n\n`
  const text = pages.map(({ title, url, sections }) => {
    const parts = sections.map((section) => `- [${section.title}](${section.url}): ${section.excerpt}`)
    return `## [${title}](${url})\n\n${parts.join('\n')}`
  })
  return lead + text.join('\n\n')
}
