import type { DocsView } from '../../content/views.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatDate } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { CodeText } from '../../ui/titles/code-text.tsx'
import { PageActions } from './page-actions.tsx'

export interface DocsHeaderProps {
  page: DocsView
  siteUrl: string
}

export function DocsHeader({ page, siteUrl }: DocsHeaderProps) {
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
