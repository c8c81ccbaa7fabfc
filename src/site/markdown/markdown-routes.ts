import { type Context, Hono } from 'hono'
import type { Library } from '../../content/library/library.ts'
import { findSource } from '../../content/queries.ts'
import { anyone } from '../../http/access.ts'
import type { AppEnv } from '../../http/env.ts'
import { NotFoundError } from '../../http/errors.ts'
import { wantsMarkdown } from '../../http/page-format.ts'
import { languageTags } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { llmsFull, llmsIndex, llmsSection } from '../crawlers/llms.ts'
import { redirectMoved } from '../redirect-moved.ts'
import type { SiteDeps } from '../site-deps.ts'
import { findReadable, type ReadablePage } from './readable.ts'

/** Markdown may be cached, but must be revalidated on each use. */
const cacheControl = 'no-cache'
const plainText = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': cacheControl,
  // Search engines must not index the Markdown, but the pages themselves.
  'x-robots-tag': 'noindex',
}

export function markdownRoutes(deps: SiteDeps) {
  const { about, db, library, pages, siteUrl } = deps
  const showMarkdown = async (c: Context<AppEnv>) => {
    const { locale, localPath } = c.var
    const current = await library.current()
    const page = findReadable(current, locale, localPath.slice(0, -'.md'.length))
    // A redirect of a moved page comes before the fallback to the text in the other language.
    const moved = page?.locale === locale ? undefined : await redirectMoved(c, deps, [locale])
    const answer = moved ?? (page && (await answerMarkdown(c, deps, current, page))) ?? (await redirectMoved(c, deps))
    if (!answer) throw new NotFoundError(fullPath(c))
    return answer
  }

  return new Hono<AppEnv>()
    .get(paths.docsIndexMarkdown, anyone, pages.middleware, showMarkdown)
    .get(paths.docsMarkdown, anyone, pages.middleware, showMarkdown)
    .get(paths.blogMarkdown, anyone, pages.middleware, showMarkdown)
    .get(paths.llms, anyone, pages.middleware, async (c) => {
      const { locale } = c.var
      return c.body(llmsIndex({ siteUrl, about, locale, library: await library.current() }), 200, plainText)
    })
    .get(paths.llmsSection, anyone, pages.middleware, async (c) => {
      const { locale } = c.var
      const asked = { siteUrl, about, locale, library: await library.current(), file: c.req.param('section') }
      const list = llmsSection(asked)
      if (list === undefined) throw new NotFoundError(fullPath(c))
      return c.body(list, 200, plainText)
    })
    .get(paths.llmsFull, anyone, pages.middleware, async (c) => {
      const { locale } = c.var
      const readSource = (path: string) => findSource(db, path)
      return c.body(llmsFull({ siteUrl, about, locale, library: await library.current(), readSource }), 200, plainText)
    })
}

type MarkdownDeps = Pick<SiteDeps, 'db' | 'siteUrl'>

/**
 * Answers a request for a page with Markdown if the client prefers it. Sets `Vary`, because Markdown and HTML have the
 * same URL.
 */
export async function asMarkdown(
  c: Context<AppEnv>,
  deps: MarkdownDeps,
  library: Library,
): Promise<Response | undefined> {
  c.header('vary', 'Accept', { append: true })
  if (!wantsMarkdown(c.req.raw)) return undefined
  const page = findReadable(library, c.var.locale, c.var.localPath)
  if (page) c.header('content-location', `${page.path}.md`)
  return page && answerMarkdown(c, deps, library, page)
}

/** Answers with the Markdown of a page; undefined if the page no longer exists. */
async function answerMarkdown(
  c: Context<AppEnv>,
  { db, siteUrl }: MarkdownDeps,
  library: Library,
  page: ReadablePage,
): Promise<Response | undefined> {
  const source = await findSource(db, page.path)
  if (!source) return undefined
  const { pageMarkdown } = await import('./page-markdown.ts')
  return c.body(pageMarkdown({ source, page, library, siteUrl }), 200, {
    'content-type': 'text/markdown; charset=utf-8',
    'content-language': languageTags[page.locale],
    'cache-control': cacheControl,
    link: `<${siteUrl + page.path}>; rel="canonical"`,
  })
}
