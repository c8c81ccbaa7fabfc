import { siteConfig } from '../config.ts'
import type { Library } from '../content/library.ts'
import { flattenNavigation } from '../content/navigation.ts'
import { type Locale, languageNames, locales, localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { oneLine, pageMarkdown } from './page-markdown.ts'
import { isListed } from './sitemap.ts'

export interface LlmsRequest {
  siteUrl: string
  locale: Locale
  library: Library
}

interface ListedPage {
  /** With its locale prefix */
  path: string
  title: string
  description: string
}

/**
 * What there is to read in one language, for language models: documentation in reading order by its sections, then
 * the blog, each page by the address of its Markdown. Format: https://llmstxt.org
 */
export function llmsIndex({ siteUrl, locale, library }: LlmsRequest): string {
  const t = translator(locale)
  const { tree, articles } = library.shelves[locale]
  const loose = tree.filter(({ children }) => children.length === 0)
  const folders = tree.filter(({ children }) => children.length > 0)
  const pageLinks = (pages: ListedPage[]) =>
    pages.map(({ path, title, description }) => link(title, `${siteUrl}${path}.md`, description))
  const otherLinks = [
    link(t('llms.whole'), siteUrl + localised(locale, paths.llmsFull), t('llms.wholeDescription')),
    ...locales
      .filter((other) => other !== locale)
      .map((other) => link(languageNames[other], siteUrl + localised(other, paths.llms), t('llms.otherLanguage'))),
  ]
  const sections: [title: string, links: string[]][] = [
    [t('ui.docs'), pageLinks(listedDocs(library, locale, loose))],
    ...folders.map((folder): [string, string[]] => [folder.title, pageLinks(listedDocs(library, locale, [folder]))]),
    [t('ui.blog'), pageLinks(articles.filter(isListed))],
    // The format's own word for what a reader short of room may leave out.
    ['Optional', otherLinks],
  ]
  const parts = sections
    .filter(([, links]) => links.length > 0)
    .map(([title, links]) => `## ${oneLine(title)}\n\n${links.join('\n')}\n`)
  return `${preface(locale)}\n${t('llms.about')}\n\n${parts.join('\n')}`
}

export interface LlmsFullRequest extends LlmsRequest {
  /** A page's file by the page's address; nothing when it is gone */
  readSource(path: string): Promise<string | undefined>
}

/**
 * The whole documentation of one language as Markdown, in reading order. Pages are read one by one as the text leaves,
 * so that a large documentation is never in memory at once.
 */
export function llmsFull({ siteUrl, locale, library, readSource }: LlmsFullRequest): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const pages = listedDocs(library, locale, library.shelves[locale].tree).values()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(preface(locale))),
    pull: async (controller) => {
      for (const { path, title, description } of pages) {
        const source = await readSource(path)
        // Taken off the site since the list was made.
        if (!source) continue
        const markdown = pageMarkdown({ source, title, description, address: siteUrl + path })
        return controller.enqueue(encoder.encode(`\n---\n\n${markdown}`))
      }
      controller.close()
    },
  })
}

function listedDocs({ shelves }: Library, locale: Locale, nodes: Library['shelves'][Locale]['tree']): ListedPage[] {
  return flattenNavigation(nodes)
    .map(({ path }) => shelves[locale].docs.get(path))
    .filter((page) => page !== undefined)
    .filter(isListed)
}

function preface(locale: Locale): string {
  return `# ${siteConfig.name[locale]}\n\n> ${siteConfig.description[locale]}\n`
}

/** An entry of a list; brackets in a title would end the link's text. */
function link(title: string, href: string, description: string): string {
  return `- [${oneLine(title).replace(/[[\]\\]/g, '\\$&')}](${href}): ${oneLine(description)}`
}
