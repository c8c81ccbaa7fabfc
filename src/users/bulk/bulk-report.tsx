import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import type { BulkReport } from './bulk.ts'

export interface BulkReportViewProps {
  report: BulkReport
  children?: ReactNode
}

export function BulkReportView({ report, children }: BulkReportViewProps) {
  const { locale, t } = useLocale()
  const { changed, unchanged, skipped, named } = report
  return (
    <div className="bulk-report">
      <p role="status">{t(report.next ? 'users.bulk.soFar' : 'users.bulk.done')}</p>
      <dl className="facts">
        {Object.entries({ changed, unchanged, skipped } as const).map(([name, count]) => (
          <div key={name}>
            <dt>
              {t(
                name === 'changed'
                  ? 'users.bulk.changed'
                  : name === 'unchanged'
                    ? 'users.bulk.unchanged'
                    : 'users.bulk.skipped',
              )}
            </dt>
            <dd data-bulk={name}>{formatNumber(locale, count)}</dd>
          </div>
        ))}
      </dl>
      {named.length > 0 && (
        <ul className="bulk-skipped">
          {named.map(({ login, reason }) => (
            <li key={login}>
              <b>{login}</b>: {t(`users.bulk.reasons.${reason}`)}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}
