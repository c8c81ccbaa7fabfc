import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { UndoToast } from '../../pages/undo-toast.tsx'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BanFields, RoleField } from '../decision-fields.tsx'
import type { BulkReport } from './bulk.ts'
import type { BulkFields, BulkProblem } from './bulk-form.ts'

export interface BulkPageProps {
  fields: BulkFields
  /** Number of affected users; undefined when the filter finds more than are counted */
  count: number | undefined
  problem?: BulkProblem | undefined
  report?: BulkReport | undefined
}

export function BulkPage({ fields, count, problem, report }: BulkPageProps) {
  const { locale, t } = useLocale()
  const list = `${localised(locale, paths.adminUsers)}?${fields.query}`
  const { token, count: undoable = 0 } = report?.undo ?? {}
  const text = t('users.bulk.undoable', { shown: formatNumber(locale, undoable) })
  return (
    <AdminLayout>
      <Breadcrumbs items={[{ title: t('users.title'), path: list }]} />
      <div className="admin-narrow">
        <h1>{t(`users.bulk.acts.${fields.act}`)}</h1>
        {report ? (
          <BulkReportView report={report}>
            <UndoToast flashes={token ? [{ text, undo: token }] : []} action={paths.adminUsersBulkUndo} />
            {report.next && (
              <BulkForm fields={fields} report={report}>
                <input type="hidden" name="reason" value={fields.reason} />
                <input type="hidden" name="until" value={fields.until} />
                <input type="hidden" name="role" value={fields.role} />
                <button type="submit" className="button button-primary">
                  {t('users.bulk.more')}
                </button>
              </BulkForm>
            )}
          </BulkReportView>
        ) : (
          <BulkQuestion fields={fields} count={count} problem={problem} />
        )}
        <Button href={list} kind="quiet">
          {t('users.bulk.back')}
        </Button>
      </div>
    </AdminLayout>
  )
}

function BulkQuestion({ fields, count, problem }: Omit<BulkPageProps, 'report'>) {
  const { locale, t } = useLocale()
  if (fields.scope !== 'filter' && fields.id.length === 0) return <p role="alert">{t('users.bulk.nobody')}</p>
  const shown = count === undefined ? undefined : formatNumber(locale, count)
  return (
    <>
      <p className="bulk-count">
        {fields.scope !== 'filter' && t('users.bulk.chosen', { count: fields.id.length, shown: shown ?? '' })}
        {fields.scope === 'filter' &&
          (shown === undefined ? t('users.bulk.everybody') : t('users.bulk.filtered', { shown }))}
      </p>
      {problem && (
        <Notice kind="error">
          <p>{t(`users.problems.${problem}`)}</p>
        </Notice>
      )}
      <BulkForm fields={fields}>
        {fields.act === 'ban' && <BanFields draft={{ reason: fields.reason, until: fields.until }} />}
        {fields.act === 'role' && <RoleField value={fields.role} />}
        <button type="submit" className={`button ${fields.act === 'ban' ? 'button-danger' : 'button-primary'}`}>
          {t('users.bulk.doIt')}
        </button>
      </BulkForm>
    </>
  )
}

interface BulkFormProps {
  fields: BulkFields
  /** Report of the previous batch, when more users remain */
  report?: BulkReport
  children: ReactNode
}

function BulkForm({ fields, report, children }: BulkFormProps) {
  const { locale } = useLocale()
  const { act, scope, query, id } = fields
  return (
    <form method="post" action={localised(locale, paths.adminUsersBulk)} className="stack">
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="query" value={query} />
      {scope && <input type="hidden" name="scope" value={scope} />}
      {id.map((value) => (
        <input key={value} type="hidden" name="id" value={value} />
      ))}
      {report?.next && (
        <>
          <input type="hidden" name="from" value={report.next.id} />
          <input type="hidden" name="changed" value={report.changed} />
          <input type="hidden" name="unchanged" value={report.unchanged} />
          <input type="hidden" name="skipped" value={report.skipped} />
        </>
      )}
      {children}
    </form>
  )
}

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

interface BulkReportViewProps {
  report: BulkReport
  children?: ReactNode
}

function BulkReportView({ report, children }: BulkReportViewProps) {
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
