import { type Context, Hono } from 'hono'
import type { SiteConfig } from '../../config/site-config.ts'
import { codeFontsOf, embeddedHosts } from '../../content/body/resources.ts'
import { findArticleView, listSummaries } from '../../content/library/article-view.ts'
import { type Library, localesOf } from '../../content/library/library.ts'
import type { CategoryView } from '../../content/library/views.ts'
import { anyone } from '../../http/access.ts'
import type { AppEnv } from '../../http/env.ts'
import { NotFoundError } from '../../http/errors.ts'
import { renderPage } from '../../http/render.tsx'
import { type Locale, languageTags, locales, localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { paths, withSlash } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { pageFrame } from '../../shell/frame.ts'
import { pageHead } from '../../shell/head.ts'
import { withoutCodeMarks } from '../../ui/titles/code-marks.ts'
import { xml } from '../crawlers/xml.ts'
import { headOf, titlesOf } from '../head-fields.ts'
import { blogPosting } from '../json-ld.ts'
import { asMarkdown } from '../markdown/markdown-routes.ts'
import { articlePreview, previewImage } from '../preview-of.ts'
import { redirectMoved } from '../redirect-moved.ts'
import type { SiteDeps } from '../site-deps.ts'
import { ArticlePage } from './article-page.tsx'
import { BlogPage } from './blog-page.tsx'

const feedLength = 30

/** Builds an Atom feed (RFC 4287) of the newest articles in one language. */
function atomFeed(
  { siteUrl, about }: { siteUrl: string; about: SiteConfig },
  locale: Locale,
  library: Library,
): string {
  const pageAt = (path: string) => (about.trailingSlash ? withSlash(siteUrl + path) : siteUrl + path)
  const t = translator(locale)
  const self = siteUrl + localised(locale, paths.blogFeed)
  const blog = siteUrl + localised(locale, paths.blog)
  const articles = listSummaries(library, locale).slice(0, feedLength)
  const updated = articles[0]?.date ?? new Date(0).toISOString()
  const entries = articles.map(
    ({ path, title, description, date, category }) => xml`  <entry>
    <id>${siteUrl + path}</id>
    <title>${withoutCodeMarks(title)}</title>
    <link rel="alternate" type="text/html" href="${pageAt(path)}"/>
    <published>${date}</published>
    <updated>${date}</updated>
    <category term="${category.slug}" label="${category.title}"/>
    <summary>${withoutCodeMarks(description)}</summary>
  </entry>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
${xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languageTags[locale]}">
  <id>${blog}</id>
  <title>${t('blog.title')} ${about.separator} ${about.name[locale]}</title>
  <subtitle>${t('blog.description')}</subtitle>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${pageAt(localised(locale, paths.blog))}"/>
  <updated>${updated}</updated>
  <author><name>${about.name[locale]}</name></author>
`}${entries.join('')}</feed>
`
}

export function blogRoutes(deps: SiteDeps) {
  const { about, db, isDev, library, pages, siteUrl, sources } = deps
  return new Hono<AppEnv>()
    .get(paths.blogFeed, anyone, async (c) => {
      const feed = atomFeed(deps, c.var.locale, await library.current())
      const headers = { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=600' }
      return c.body(feed, 200, headers)
    })
    .get(paths.blog, anyone, pages.middleware, async (c) => showList(c, deps, await library.current()))
    .get(paths.blogCategory, anyone, pages.middleware, async (c) => {
      const current = await library.current()
      const category = current.byLocale[c.var.locale].categories.get(c.req.param('category'))
      if (!category) return redirectMovedOrThrow(c, deps)
      return showList(c, deps, current, category)
    })
    .get(paths.blogArticle, anyone, pages.middleware, async (c) => {
      const { locale, localPath: path } = c.var
      const current = await library.current()
      const isOwn = current.byLocale[locale].articles.some((row) => row.path === localised(locale, path))
      // A redirect of a moved article comes before the fallback to the text in the other language.
      const moved = isOwn ? undefined : await redirectMoved(c, deps, [locale])
      const other = moved ?? (await asMarkdown(c, deps, current))
      if (other) return other
      const article = await findArticleView({ db, library: current, locale, path, sources, isDev })
      if (!article) return redirectMovedOrThrow(c, deps)
      const existsIn = localesOf(current, 'blog', path)
      const written = article.fallbackLocale ?? locale
      const { date: publishedAt, image: cover, head: said } = article
      const { title, description } = { ...article, ...titlesOf(said) }
      const jsonLd = [blogPosting(siteUrl, written, article, about.name[locale]), ...said.schemas]
      const drawn = articlePreview(about, written, article)
      const image = cover
        ? { ...cover, src: siteUrl + (cover.variants.at(-1)?.src ?? cover.src) }
        : previewImage(deps, drawn)
      const markdown = `${siteUrl}${article.path}.md`
      const codeFonts = codeFontsOf(article.body)
      const more = {
        type: 'article' as const,
        publishedAt,
        image,
        jsonLd,
        markdown,
        codeFonts,
        embeds: embeddedHosts(article.body, about.embeds),
        ...headOf(siteUrl, said),
      }
      const breadcrumbs = [blogCrumb(c), ...article.breadcrumbs]
      const head = pageHead({ siteUrl, locale, path, title, description, existsIn, more, breadcrumbs })
      const page = <ArticlePage article={article} siteUrl={siteUrl} pictures={current.pictures} embeds={about.embeds} />
      return renderPage(c, page, { head, frame: pageFrame(c, deps, 'blog', existsIn) })
    })
}

function showList(c: Context<AppEnv>, deps: SiteDeps, library: Library, category?: CategoryView) {
  const { locale, localPath: path } = c.var
  const t = translator(locale)
  const title = category?.title ?? t('blog.title')
  const description = category?.description ?? t('blog.description')
  const existsIn = locales.filter((own) => !category || library.byLocale[own].categories.has(category.slug))
  const breadcrumbs = category ? [blogCrumb(c), { title }] : undefined
  const head = pageHead({ siteUrl: deps.siteUrl, locale, path, title, description, existsIn, breadcrumbs })
  const categories = [...library.byLocale[locale].categories.values()]
  const articles = listSummaries(library, locale, category?.slug)
  const page = <BlogPage articles={articles} categories={categories} category={category} />
  return renderPage(c, page, { head, frame: pageFrame(c, deps, 'blog', existsIn) })
}

/** Redirects a moved article. @throws NotFoundError if the article was not moved */
async function redirectMovedOrThrow(c: Context<AppEnv>, deps: SiteDeps): Promise<Response> {
  const moved = await redirectMoved(c, deps)
  if (!moved) throw new NotFoundError(fullPath(c))
  return moved
}

function blogCrumb(c: Context<AppEnv>) {
  const { locale } = c.var
  return { title: translator(locale)('ui.blog'), path: localised(locale, paths.blog) }
}
