import { type Context, Hono } from 'hono'
import { findSource } from '../../content/queries.ts'
import { anyone } from '../../http/access.ts'
import type { AppEnv } from '../../http/env.ts'
import { NotFoundError } from '../../http/errors.ts'
import { languageTags } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { fullPath } from '../address.ts'
import { llmsFull, llmsIndex } from '../crawlers/llms.ts'
import type { SiteDeps } from '../site-deps.ts'
import { findReadable } from './readable.ts'

/** Cacheable, but revalidated on each use. */
const cacheControl = 'no-cache'
const plainText = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': cacheControl,
  // Search engines should show the pages themselves.
  'x-robots-tag': 'noindex',
}

export function markdownRoutes(deps: SiteDeps) {
  const { about, db, library, pages, siteUrl } = deps
  const showMarkdown = async (c: Context<AppEnv>) => {
    const page = findReadable(await library.current(), c.var.locale, c.var.localPath.slice(0, -'.md'.length))
    const source = page && (await findSource(db, page.path))
    if (!source) throw new NotFoundError(fullPath(c))
    const address = siteUrl + page.path
    const { pageMarkdown } = await import('./page-markdown.ts')
    return c.body(pageMarkdown({ source, title: page.title, description: page.description, address }), 200, {
      'content-type': 'text/markdown; charset=utf-8',
      'content-language': languageTags[page.locale],
      'cache-control': cacheControl,
      link: `<${address}>; rel="canonical"`,
    })
  }

  return new Hono<AppEnv>()
    .get(paths.docsIndexMarkdown, anyone, pages.middleware, showMarkdown)
    .get(paths.docsMarkdown, anyone, pages.middleware, showMarkdown)
    .get(paths.blogMarkdown, anyone, pages.middleware, showMarkdown)
    .get(paths.llms, anyone, pages.middleware, async (c) => {
      const { locale } = c.var
      return c.body(llmsIndex({ siteUrl, about, locale, library: await library.current() }), 200, plainText)
    })
    .get(paths.llmsFull, anyone, pages.middleware, async (c) => {
      const { locale } = c.var
      const readSource = (path: string) => findSource(db, path)
      return c.body(llmsFull({ siteUrl, about, locale, library: await library.current(), readSource }), 200, plainText)
    })
}
