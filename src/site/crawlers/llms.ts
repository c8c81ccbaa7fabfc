import type { SiteConfig } from '../../config/site-config.ts'
import type { Library } from '../../content/library.ts'
import { flattenNavigation, type NavigationNode } from '../../content/navigation.ts'
import { type Locale, languageNames, locales, localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
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

/** A list that fills a reader's window is of no use: of more pages it names where each section begins. */
const mostListed = 200

/** Links to the Markdown of pages, documentation first. Format: https://llmstxt.org */
export function llmsIndex({ siteUrl, about, locale, library }: LlmsRequest): string {
  const t = translator(locale)
  const { tree, order, articles } = library.byLocale[locale]
  const loose = tree.filter(({ children }) => children.length === 0)
  const folders = tree.filter(({ children }) => children.length > 0)
  const isLong = order.length > mostListed
  const docsLinks = (nodes: NavigationNode[]) => {
    const pages = listedDocs(library, locale, nodes)
    return pageLinks(siteUrl, isLong ? pages.slice(0, 1) : pages)
  }
  const otherLinks = [
    link(t('llms.whole'), siteUrl + localised(locale, paths.llmsFull), t('llms.wholeDescription')),
    ...locales
      .filter((other) => other !== locale)
      .map((other) => link(languageNames[other], siteUrl + localised(other, paths.llms), t('llms.otherLanguage'))),
  ]
  const sections: [title: string, links: string[]][] = [
    [t('ui.docs'), loose.slice(0, mostListed).flatMap((page) => docsLinks([page]))],
    ...folders.map((folder): [string, string[]] => [folder.title, docsLinks([folder])]),
    [t('ui.blog'), pageLinks(siteUrl, articles.filter(isListed).slice(0, mostListed))],
    // The format's name for what may be skipped.
    ['Optional', otherLinks],
  ]
  const parts = sections
    .filter(([, links]) => links.length > 0)
    .map(([title, links]) => `## ${oneLine(title)}\n\n${links.join('\n')}\n`)
  return `${preface(about, locale)}\n${t('llms.about')}\n\n${parts.join('\n')}`
}

function pageLinks(siteUrl: string, pages: ListedPage[]): string[] {
  return pages.map(({ path, title, description }) => link(title, `${siteUrl}${path}.md`, description))
}

export interface LlmsFullRequest extends LlmsRequest {
  /** Undefined when the page is gone */
  readSource(path: string): Promise<string | undefined>
}

/** The whole documentation in reading order, streamed page by page so that it is never in memory at once. */
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

/** Brackets in a title would end the link text. */
function link(title: string, href: string, description: string): string {
  return `- [${oneLine(title).replace(/[[\]\\]/g, '\\$&')}](${href})${description && `: ${oneLine(description)}`}`
}
