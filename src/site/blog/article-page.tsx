import type { ArticleView } from '../../content/library/views.ts'
import { Prose } from '../../content/render/prose.tsx'
import type { Picture as PictureView } from '../../content/render/prose-body.ts'
import { useLocale } from '../../i18n/context.tsx'
import { languageTags, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FallbackNotice } from '../../ui/fallback-notice.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BlogLayout } from '../../ui/layouts/reading.tsx'
import { Picture } from '../../ui/picture.tsx'
import { CodeText } from '../../ui/titles/code-text.tsx'
import { PageActions } from '../docs/page-actions.tsx'
import { Toc } from '../docs/toc.tsx'
import { TocFold } from '../docs/toc-fold.tsx'
import { Pager } from '../pager.tsx'
import { ArticleMeta } from './article-meta.tsx'

export interface ArticlePageProps {
  article: ArticleView
  /** Origin of the site for absolute URLs */
  siteUrl: string
  /** Pictures of the article by their address in the text */
  pictures?: ReadonlyMap<string, PictureView>
  embeds?: readonly string[] | undefined
}

export function ArticlePage({ article, siteUrl, pictures, embeds }: ArticlePageProps) {
  const { locale, t } = useLocale()
  const { endsWithSlash } = useFrame()
  const { category, title, description, image, toc, body, source, fallbackLocale } = article
  const lang = fallbackLocale && languageTags[fallbackLocale]
  return (
    <BlogLayout>
      {fallbackLocale && <FallbackNotice locale={fallbackLocale} />}
      <article>
        <header className="article-header">
          <Breadcrumbs items={[{ title: t('blog.title'), path: localised(locale, paths.blog) }]} />
          <h1 lang={lang}>
            <CodeText text={title} />
          </h1>
          {description && !body.repeatsDescription && (
            <p className="article-lead" lang={lang}>
              <CodeText text={description} />
            </p>
          )}
          <div className="article-facts">
            <Chip href={category.path} icon={category.icon}>
              {category.label}
            </Chip>
            <ArticleMeta date={article.date} readingMinutes={article.readingMinutes} />
            <PageActions path={article.path} siteUrl={siteUrl} />
          </div>
        </header>
        {image && (
          <div className="article-cover">
            <Picture picture={image} isFirst sizes="(min-width: 88rem) 84rem, 100vw" />
          </div>
        )}
        <div className="article-columns">
          <div className="article-text">
            <TocFold links={toc} />
            <div lang={lang}>
              <Prose body={body} pictures={pictures} embeds={embeds} endsWithSlash={endsWithSlash} />
            </div>
            <footer className="article-footer">
              <a className="article-source" href={source.href}>
                <Icon name={source.isEditable ? 'i-lucide-pencil' : 'i-lucide-file-text'} />
                {t(source.isEditable ? 'docs.edit' : 'docs.source')}
              </a>
              <Pager previous={article.previous} next={article.next} />
            </footer>
          </div>
          <div className="article-aside">
            <Toc links={toc} />
          </div>
        </div>
      </article>
    </BlogLayout>
  )
}
