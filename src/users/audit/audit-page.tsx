import type { ActMessages } from '../../auth/audit.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AdminLayout } from '../../ui/layouts/admin.tsx'
import type { AuditPage as Lines } from './audit.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditLines } from './audit-lines.tsx'
import { type AuditList, auditParams } from './audit-query.ts'

export interface AuditPageProps {
  list: AuditList
  page: Lines
  acts: ActMessages
}

export function AuditPage({ list, page, acts }: AuditPageProps) {
  const { locale, t } = useLocale()
  const to = (target: AuditList) => `${localised(locale, paths.adminAudit)}?${auditParams(target)}`
  return (
    <AdminLayout>
      <header className="admin-head">
        <h1>{t('audit.title')}</h1>
      </header>
      <p className="faint">{t('audit.description')}</p>
      <AuditFilters list={list} acts={acts} />
      {page.lines.length === 0 ? (
        <EmptyState icon="i-lucide-search-x" title={t('audit.nothing')} />
      ) : (
        <AuditLines lines={page.lines} acts={acts} />
      )}
      <nav className="users-pages" aria-label={t('audit.pages')}>
        {page.previous && (
          <Button href={to(page.previous)} kind="quiet" icon="i-lucide-arrow-left">
            {t('audit.newer')}
          </Button>
        )}
        {page.next && (
          <Button href={to(page.next)} kind="quiet" iconAfter="i-lucide-arrow-right">
            {t('audit.older')}
          </Button>
        )}
      </nav>
    </AdminLayout>
  )
}
