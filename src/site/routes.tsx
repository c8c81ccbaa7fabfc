import { type Context, Hono } from 'hono'
import { listSummaries } from '../content/library/article-view.ts'
import { ownPictureAddress } from '../content/own-pictures.ts'
import { searchContent } from '../content/search/search.ts'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { AppError, NotFoundError } from '../http/errors.ts'
import { detectLocale } from '../http/locale.ts'
import { renderPage, renderPartial, wantsPartial } from '../http/render.tsx'
import { localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { networkOf } from '../limits/rate-limit.ts'
import { paths } from '../paths.ts'
import { fullPath } from '../shell/address.ts'
import { pageFrame } from '../shell/frame.ts'
import { pageHead } from '../shell/head.ts'
import { examplesGuide } from '../ui/search/search-start.tsx'
import { blogRoutes } from './blog/blog-routes.tsx'
import { buildRoutes } from './build-routes.ts'
import { robotsTxt } from './crawlers/robots.ts'
import { sitemap } from './crawlers/sitemap.ts'
import { docsRoutes } from './docs/docs-routes.tsx'
import { articlesOfHome } from './home/home-articles.tsx'
import { HomePage } from './home/home-page.tsx'
import { webManifest } from './icons/web-manifest.ts'
import { webSite } from './json-ld.ts'
import { markdownRoutes } from './markdown/markdown-routes.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { messagesRoutes } from './messages-routes.ts'
import { offlineRoutes } from './offline-routes.tsx'
import { SearchPage } from './search/search-page.tsx'
import { SearchResults } from './search/search-results.tsx'
import type { SiteDeps } from './site-deps.ts'

/** Estimated processor time of a search in addition to that of a request, ms */
const searchMs = 9

/** Creates the routes of the site, which are mounted once per locale prefix. */
export function siteRoutes(deps: SiteDeps) {
  const { about, db, library, pages, searches, siteUrl } = deps
  /**
   * Searches wait in a fair queue by network: fifty searches from one network delay another network's search by only
   * one.
   */
  const search = async (c: Context<AppEnv>) => {
    c.var.spend(searchMs)
    const asked = { locale: c.var.locale, query: c.req.query('q') ?? '' }
    const answer = await searches.run(networkOf(c.var.address), () => searchContent(db, asked))
    if (!answer) c.header('retry-after', '1')
    if (!answer) throw new AppError(503, 'Too many searches at once. Try again in a moment.')
    const isFound = answer.groups.length > 0
    deps.onSearch?.({ network: networkOf(c.var.address), ...asked, isFound })
    return answer
  }
  return new Hono<AppEnv>()
    .get(paths.home, anyone, detectLocale, pages.middleware, async (c) => {
      const { locale } = c.var
      const articles = articlesOfHome(listSummaries(await library.current(), locale), locale)
      const t = translator(locale)
      const [title, description] = [t('site.title'), about.description[locale]]
      const jsonLd = [webSite(siteUrl, locale, about.name[locale], description, localised(locale, paths.search))]
      const head = pageHead({ siteUrl, locale, path: paths.home, title, description, more: { jsonLd } })
      const [hero, strip] = await Promise.all([deps.readHero?.(locale), deps.drawStrip?.(locale)])
      const home = <HomePage {...{ articles, hero, strip }} />
      return renderPage(c, home, { head, frame: pageFrame(c, deps, 'home') })
    })
    .route('/', markdownRoutes(deps))
    .route('/', blogRoutes(deps))
    .route('/', docsRoutes(deps))
    .route('/', mcpRoutes(deps))
    .route('/', offlineRoutes(deps))
    .get(paths.search, anyone, async (c) => {
      const { locale } = c.var
      const answer = await search(c)
      const frame = pageFrame(c, deps, 'search')
      const hasExamples = frame.hasGuide?.(examplesGuide) ?? true
      if (wantsPartial(c)) return renderPartial(c, <SearchResults answer={answer} hasExamples={hasExamples} />)
      const t = translator(locale)
      const [title, description, more] = [t('search.title'), t('search.description'), { isHiddenFromCrawlers: true }]
      const head = pageHead({ siteUrl, locale, path: paths.search, title, description, more })
      return renderPage(c, <SearchPage answer={answer} />, { head, frame })
    })
    .get(paths.webManifest, anyone, (c) => {
      const headers = {
        'content-type': 'application/manifest+json; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      }
      return c.body(JSON.stringify(webManifest(c.var.locale, about)), 200, headers)
    })
    .get(paths.sitemap, anyone, async (c) => {
      const asked = c.req.query('part')
      const part = asked === undefined ? undefined : /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 0
      const of = { siteUrl, locale: c.var.locale, library: await library.current(), endsWithSlash: about.trailingSlash }
      const body = sitemap({ ...of, part })
      if (body === undefined) throw new NotFoundError(fullPath(c))
      return c.body(body, 200, { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'public, max-age=600' })
    })
}

export function siteFiles({ siteUrl, buildId, library, about }: SiteDeps) {
  return new Hono<AppEnv>()
    .get(paths.robots, anyone, (c) => c.text(robotsTxt(siteUrl), 200, { 'cache-control': 'public, max-age=3600' }))
    .get(paths.contentPicture, anyone, async (c) => {
      // Pages link to the picture's file itself; this route serves readers of the Markdown.
      const picture = (await library.current()).pictures.get(ownPictureAddress(c.req.param('file')))
      if (!picture) throw new NotFoundError(fullPath(c))
      return c.redirect(picture.src, 302)
    })
    .route('/', messagesRoutes())
    .route('/', buildRoutes({ buildId, routeRules: about.routeRules }))
}
