import { type Context, Hono } from 'hono'
import { codeFontsOf, embeddedHosts } from '../../content/body/resources.ts'
import { findDocsView, sidebarBelow, sidebarFor } from '../../content/library/docs-view.ts'
import { docsSections, type Library, localesOf } from '../../content/library/library.ts'
import type { DocsView } from '../../content/library/views.ts'
import { anyone } from '../../http/access.ts'
import type { AppEnv } from '../../http/env.ts'
import { NotFoundError } from '../../http/errors.ts'
import { renderPage, renderPartial } from '../../http/render.tsx'
import { type Locale, locales, localised, splitLocale } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { pageFrame } from '../../shell/frame.ts'
import { pageHead } from '../../shell/head.ts'
import { headOf, titlesOf } from '../head-fields.ts'
import { techArticle } from '../json-ld.ts'
import { asMarkdown } from '../markdown/markdown-routes.ts'
import { docsPreview, previewImage } from '../preview-of.ts'
import { redirectMoved } from '../redirect-moved.ts'
import type { SiteDeps } from '../site-deps.ts'
import { DocsIndexPage } from './docs-index-page.tsx'
import { DocsPage } from './docs-page.tsx'
import { SidebarBranch } from './docs-sidebar.tsx'

export function docsRoutes(deps: SiteDeps) {
  const { about, blocks, db, isDev, library, pages, siteUrl, sources } = deps

  const showPage = async (c: Context<AppEnv>) => {
    const { locale, localPath: path } = c.var
    const current = await library.current()
    const isOwn = current.byLocale[locale].docs.has(localised(locale, path))
    // A redirect of a moved page comes before the fallback to the text in the other language.
    const moved = isOwn ? undefined : await redirectMoved(c, deps, [locale])
    const other = moved ?? (await asMarkdown(c, deps, current))
    if (other) return other
    const page = await findDocsView({ db, library: current, locale, path, sources, isDev })
    if (!page) {
      const movedOther = await redirectMoved(c, deps)
      return movedOther ?? (path === paths.docs ? showSections(c, current) : toFirstPage(c, current))
    }
    const existsIn = localesOf(current, 'docs', path)
    const head = docsHead(deps, page, { locale, path, existsIn })
    const frame = pageFrame(c, deps, 'docs', existsIn)
    const props = { page, siteUrl, pictures: current.pictures, blocks, embeds: about.embeds }
    return renderPage(c, <DocsPage {...props} />, { head, frame })
  }

  const showSections = (c: Context<AppEnv>, current: Library) => {
    const { locale } = c.var
    const { sections, textLocale: written } = docsSections(current, locale)
    const [title, description] = [translator(locale)('ui.docs'), about.description[locale]]
    const others = locales.filter((own) => current.byLocale[own].tree.length > 0)
    const existsIn = others.length > 0 ? others : [written]
    const head = pageHead({ siteUrl, locale, path: paths.docs, title, description, existsIn })
    const frame = pageFrame(c, deps, 'docs', existsIn)
    const sidebar = sidebarFor(current.byLocale[locale], locale, localised(locale, paths.docs))
    return renderPage(c, <DocsIndexPage sections={sections} textLocale={written} sidebar={sidebar} />, { head, frame })
  }

  return new Hono<AppEnv>()
    .get(paths.docs, anyone, pages.middleware, showPage)
    .get(paths.docsPage, anyone, pages.middleware, showPage)
    .get(paths.docsSidebar, anyone, async (c) => {
      const { folder = '', current = '' } = c.req.query()
      const content = (await library.current()).byLocale[c.var.locale]
      const nodes = sidebarBelow(content, c.var.locale, folder, current)
      if (!nodes) throw new NotFoundError(fullPath(c))
      return renderPartial(c, <SidebarBranch nodes={nodes} />)
    })
}

/**
 * Builds the metadata of a documentation page. @param asked  requested locale and path below its prefix; the text may
 * be in the other language
 */
function docsHead(deps: SiteDeps, page: DocsView, asked: { locale: Locale; path: string; existsIn: Locale[] }) {
  const { about, siteUrl } = deps
  const written = page.fallbackLocale ?? asked.locale
  const { head: said, breadcrumbs } = page
  const more = {
    type: 'article' as const,
    modifiedAt: page.updated,
    image: previewImage(deps, docsPreview(about, written, page.title)),
    jsonLd: [techArticle(siteUrl, written, page, about.name[asked.locale]), ...said.schemas],
    markdown: `${siteUrl}${page.path}.md`,
    codeFonts: codeFontsOf(page.body),
    embeds: embeddedHosts(page.body, about.embeds),
    ...headOf(siteUrl, said),
  }
  const { title, description } = { ...page, ...titlesOf(said) }
  return pageHead({ siteUrl, ...asked, title, description, more, breadcrumbs })
}

/** Redirects a folder without a page to its first page. @throws NotFoundError if it has none */
function toFirstPage(c: Context<AppEnv>, { byLocale }: Library) {
  const { locale, localPath } = c.var
  for (const from of [locale, ...locales]) {
    const folder = `${localised(from, localPath)}/`
    const first = byLocale[from].order.find(({ path }) => path.startsWith(folder))
    const path = first && splitLocale(first.path).path
    if (path) return c.redirect(localised(locale, path) + new URL(c.req.url).search, 302)
  }
  throw new NotFoundError(fullPath(c))
}
