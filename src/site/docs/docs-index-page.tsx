import type { DocsSections } from '../../content/library/library.ts'
import type { SidebarNode } from '../../content/library/views.ts'
import type { ElementNode } from '../../content/mdc/ast.ts'
import { Prose } from '../../content/render/prose.tsx'
import { useLocale } from '../../i18n/context.tsx'
import { languageTags } from '../../i18n/locales.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FallbackNotice } from '../../ui/fallback-notice.tsx'
import { DocsLayout } from '../../ui/layouts/reading.tsx'
import { withoutCodeMarks } from '../../ui/titles/code-marks.ts'
import { DocsSidebar } from './docs-sidebar.tsx'

export interface DocsIndexPageProps extends DocsSections {
  sidebar: SidebarNode[]
}

/** Index of the documentation, shown when the content has no page for its root. */
export function DocsIndexPage({ sections, textLocale: written, sidebar }: DocsIndexPageProps) {
  const { locale, t } = useLocale()
  const isForeign = written !== locale
  const cards = sections.map(({ title, path, icon, description }): ElementNode => {
    const about = { ...(icon && { icon }), ...(description && { description: withoutCodeMarks(description) }) }
    return ['card', { title: withoutCodeMarks(title), to: path, ...about }]
  })
  return (
    <DocsLayout sidebar={<DocsSidebar nodes={sidebar} />}>
      {isForeign && <FallbackNotice locale={written} />}
      <article className="docs-page">
        <header className="docs-header">
          <h1>{t('ui.docs')}</h1>
        </header>
        {sections.length === 0 ? (
          <EmptyState icon="i-lucide-book-open" title={t('docs.none')} />
        ) : (
          <div lang={isForeign ? languageTags[written] : undefined}>
            <Prose body={{ type: 'minimal', value: [['card-group', {}, ...cards]] }} />
          </div>
        )}
      </article>
    </DocsLayout>
  )
}
