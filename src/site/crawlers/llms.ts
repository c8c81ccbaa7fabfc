import type { SiteConfig } from '../../config/site-config.ts'
import { pathOf } from '../../content/addresses.ts'
import type { Library } from '../../content/library/library.ts'
import { flattenNavigation, type NavigationNode } from '../../content/library/navigation.ts'
import { type Locale, languageNames, locales, localised, splitLocale } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { href, paths } from '../../paths.ts'
import { oneLine } from '../markdown/one-line.ts'
import type { ReadablePage } from '../markdown/readable.ts'
import { isListed } from './sitemap.ts'

export interface LlmsRequest {
  siteUrl: string
  about: SiteConfig
  locale: Locale
  library: Library
}

type ListedPage = Omit<ReadablePage, 'locale'>

/**
 * Max number of pages in one list, so that it fits a model's context. If there are more, sections have their own files,
 * and every page is two steps away.
 */
const maxListed = 200

interface Section {
  title: string
  /** Name of the file that lists the section's pages, such as `docs/start.txt` */
  file: string
  pages: ListedPage[]
}

/** Builds llms.txt: links to the Markdown of pages, documentation first. Format: https://llmstxt.org */
export function llmsIndex({ siteUrl, about, locale, library }: LlmsRequest): string {
  const t = translator(locale)
  const [loose, ...others] = sectionsOf(library, locale)
  const folders = others.slice(0, -1)
  const [blog] = others.slice(-1)
  const isLong = library.byLocale[locale].order.length > maxListed
  const ownList = ({ title, file, pages }: Section) =>
    link(
      title,
      siteUrl + localised(locale, href(paths.llmsSection, { section: file })),
      t('llms.pages', { count: pages.length }),
    )
  const links = (section: Section | undefined, isOwn: boolean) => {
    if (!section || section.pages.length === 0) return []
    return isOwn ? [ownList(section)] : pageLinks(siteUrl, section.pages)
  }
  const isLarge = (section: Section | undefined) => (section?.pages.length ?? 0) > maxListed
  const otherLinks = [
    link(t('llms.whole'), siteUrl + localised(locale, paths.llmsFull), t('llms.wholeDescription')),
    ...locales
      .filter((other) => other !== locale)
      .map((other) => link(languageNames[other], siteUrl + localised(other, paths.llms), t('llms.otherLanguage'))),
  ]
  const lists: [title: string, links: string[]][] = [
    [t('ui.docs'), links(loose, isLarge(loose))],
    ...(isLong
      ? [[t('llms.sections'), folders.flatMap((folder) => links(folder, true))] satisfies [string, string[]]]
      : folders.map((folder): [string, string[]] => [folder.title, links(folder, false)])),
    [t('ui.blog'), links(blog, isLarge(blog))],
    // `Optional` is the heading that the format defines for links that may be skipped.
    ['Optional', otherLinks],
  ]
  const parts = lists
    .filter(([, links]) => links.length > 0)
    .map(([title, links]) => `## ${oneLine(title)}\n\n${links.join('\n')}\n`)
  return `${preface(about, locale)}\n${t('llms.about')}\n\n${parts.join('\n')}`
}

export interface LlmsSectionRequest extends LlmsRequest {
  /** Name of the section's file, such as `docs/start.txt` */
  file: string
}

/** Builds the list of pages of one section; undefined if the section does not exist. */
export function llmsSection({ siteUrl, locale, library, file }: LlmsSectionRequest): string | undefined {
  const section = sectionsOf(library, locale).find((each) => each.file === file && each.pages.length > 0)
  if (!section) return undefined
  const about = translator(locale)('llms.about')
  return `# ${oneLine(section.title)}\n\n${about}\n\n${pageLinks(siteUrl, section.pages).join('\n')}\n`
}

/**
 * Returns the sections of the content: pages without a section, then each folder of the documentation, then the blog.
 */
function sectionsOf(library: Library, locale: Locale): Section[] {
  const t = translator(locale)
  const { tree, articles } = library.byLocale[locale]
  const loose = tree.filter(({ children }) => children.length === 0)
  return [
    { title: t('ui.docs'), file: 'docs.txt', pages: listedDocs(library, locale, loose) },
    ...tree
      .filter(({ children }) => children.length > 0)
      .map((folder) => ({
        title: folder.title,
        // A folder without its own page has the path of its first page.
        file: `${splitLocale(pathOf(folder.stem)).path.slice(1)}.txt`,
        pages: listedDocs(library, locale, [folder]),
      })),
    { title: t('ui.blog'), file: 'blog.txt', pages: articles.filter(isListed) },
  ]
}

function pageLinks(siteUrl: string, pages: ListedPage[]): string[] {
  return pages.map(({ path, title, description }) => link(title, `${siteUrl}${path}.md`, description))
}

export interface LlmsFullRequest extends LlmsRequest {
  /** Reads the Markdown of a page; undefined if the page no longer exists */
  readSource(path: string): Promise<string | undefined>
}

/**
 * Streams the Markdown of the whole documentation in reading order, page by page, so that it is never in memory at
 * once.
 */
export function llmsFull({ siteUrl, about, locale, library, readSource }: LlmsFullRequest): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const pages = listedDocs(library, locale, library.byLocale[locale].tree).values()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(preface(about, locale))),
    pull: async (controller) => {
      const { pageMarkdown } = await import('../markdown/page-markdown.ts')
      for (const page of pages) {
        const source = await readSource(page.path)
        if (!source) continue
        const markdown = pageMarkdown({ source, page, library, siteUrl })
        return controller.enqueue(encoder.encode(`\n---\n\n${markdown}`))
      }
      controller.close()
    },
  })
}

function listedDocs({ byLocale }: Library, locale: Locale, nodes: NavigationNode[]): ListedPage[] {
  return flattenNavigation(nodes)
    .map(({ path }) => byLocale[locale].docs.get(path))
    .filter((page) => page !== undefined)
    .filter(isListed)
}

function preface({ name, description }: SiteConfig, locale: Locale): string {
  return `# ${name[locale]}\n\n> ${description[locale]}\n`
}

/** Builds a list item with a link. Brackets in the title are escaped, because they would end the link text. */
function link(title: string, href: string, description: string): string {
  return `- [${oneLine(title).replace(/[[\]\\]/g, '\\$&')}](${href})${description && `: ${oneLine(description)}`}`
}
