import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { AdminLayout } from '../../ui/layouts/admin.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BulkReport } from './bulk.ts'
import { BulkReportView } from './bulk-report.tsx'

export interface BulkUndonePageProps {
  /** Report of the undo; undefined if it was too late */
  report: BulkReport | undefined
}

export function BulkUndonePage({ report }: BulkUndonePageProps) {
  const { locale, t } = useLocale()
  const list = localised(locale, paths.adminUsers)
  return (
    <AdminLayout>
      <Breadcrumbs items={[{ title: t('users.title'), path: list }]} />
      <div className="admin-narrow">
        <h1>{t(report ? 'users.bulk.undone' : 'users.bulk.notUndone')}</h1>
        {report ? (
          <BulkReportView report={report} />
        ) : (
          <Notice kind="error">
            <p>{t('users.problems.late')}</p>
          </Notice>
        )}
        <Button href={list} kind="quiet">
          {t('users.bulk.back')}
        </Button>
      </div>
    </AdminLayout>
  )
}
