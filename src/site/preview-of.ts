import type { SiteConfig } from '../config/site-config.ts'
import { listSummaries } from '../content/library/article-view.ts'
import type { Library } from '../content/library/library.ts'
import type { ArticleSummary } from '../content/library/views.ts'
import { type Preview, previewSize } from '../content/previews/previews.ts'
import { type Locale, locales } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import type { PageHead } from '../ui/page-head.ts'
import { withoutCodeMarks } from '../ui/titles/code-marks.ts'
import type { SiteDeps } from './site-deps.ts'

export function docsPreview({ name }: SiteConfig, locale: Locale, title: string): Preview {
  return { site: name[locale], section: translator(locale)('ui.docs'), title: withoutCodeMarks(title) }
}

export function articlePreview(
  { name }: SiteConfig,
  locale: Locale,
  { title, category }: Pick<ArticleSummary, 'title' | 'category'>,
): Preview {
  return { site: name[locale], section: category.title, title: withoutCodeMarks(title) }
}

/** Lists the preview pictures to draw. An article with a cover picture uses the cover instead. */
export function wantedPreviews({ byLocale, ...rest }: Library, about: SiteConfig): Preview[] {
  return locales.flatMap((locale) => {
    const articles = listSummaries({ byLocale, ...rest }, locale).filter(({ image }) => !image)
    return [
      ...Array.from(byLocale[locale].docs.values(), ({ title }) => docsPreview(about, locale, title)),
      ...articles.map((article) => articlePreview(about, locale, article)),
    ]
  })
}

export function previewImage({ previews, siteUrl }: SiteDeps, preview: Preview): PageHead['image'] {
  const address = previews.addressOf(preview)
  return address ? { src: siteUrl + address, ...previewSize, alt: preview.title } : undefined
}
