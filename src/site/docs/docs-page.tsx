import type { DocsView } from '../../content/library/views.ts'
import type { Components } from '../../content/render/components.tsx'
import { Prose } from '../../content/render/prose.tsx'
import type { Picture } from '../../content/render/prose-body.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatDate } from '../../i18n/format.ts'
import { languageTags, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { FallbackNotice } from '../../ui/fallback-notice.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DocsLayout } from '../../ui/layouts/reading.tsx'
import { CodeText } from '../../ui/titles/code-text.tsx'
import { Pager } from '../pager.tsx'
import { DocsSidebar } from './docs-sidebar.tsx'
import { PageActions } from './page-actions.tsx'
import { PageVote } from './page-vote.tsx'
import { Toc } from './toc.tsx'
import { TocFold } from './toc-fold.tsx'

export interface DocsPageProps {
  page: DocsView
  /** Origin of the site for absolute URLs */
  siteUrl: string
  pictures?: ReadonlyMap<string, Picture>
  blocks?: Components | undefined
  embeds?: readonly string[] | undefined
}

export function DocsPage({ page, siteUrl, pictures, blocks, embeds }: DocsPageProps) {
  const { t } = useLocale()
  const { endsWithSlash } = useFrame()
  const { toc, body, source, fallbackLocale } = page
  return (
    <DocsLayout sidebar={<DocsSidebar nodes={page.sidebar} />} toc={<Toc links={toc} />}>
      {fallbackLocale && <FallbackNotice locale={fallbackLocale} />}
      <article className="docs-page" lang={fallbackLocale && languageTags[fallbackLocale]}>
        <DocsHeader page={page} siteUrl={siteUrl} />
        <TocFold links={toc} />
        <Prose body={body} pictures={pictures} blocks={blocks} embeds={embeds} endsWithSlash={endsWithSlash} />
      </article>
      <PageVote path={page.path} />
      <a className="docs-source" href={source.href} rel={source.isEditable ? 'external noopener' : undefined}>
        <Icon name={source.isEditable ? 'i-lucide-pencil' : 'i-lucide-file-text'} />
        {source.isEditable ? t('docs.edit') : t('docs.source')}
      </a>
      <Pager previous={page.previous} next={page.next} />
    </DocsLayout>
  )
}

interface DocsHeaderProps {
  page: DocsView
  siteUrl: string
}

function DocsHeader({ page, siteUrl }: DocsHeaderProps) {
  const { locale, t } = useLocale()
  const above = page.breadcrumbs.slice(0, -1)
  const root = { title: t('ui.docs'), path: localised(locale, paths.docs) }
  return (
    <header className="docs-header">
      {page.breadcrumbs.length > 0 && page.path !== root.path && <Breadcrumbs items={[root, ...above]} />}
      <h1>
        <CodeText text={page.title} />
      </h1>
      {page.description && !page.body.repeatsDescription && (
        <p className="docs-lead">
          <CodeText text={page.description} />
        </p>
      )}
      <div className="docs-meta">
        <p>
          <span>{t('docs.readingTime', { minutes: page.readingMinutes })}</span>
          {page.updated && (
            <time dateTime={page.updated}>{t('docs.updated', { date: formatDate(locale, page.updated) })}</time>
          )}
        </p>
        <PageActions path={page.path} siteUrl={siteUrl} />
      </div>
    </header>
  )
}
