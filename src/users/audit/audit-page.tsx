import type { ActMessages } from '../../auth/audit.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { FilterMenu } from '../../ui/list/list-search.tsx'
import { FormField } from '../form-field.tsx'
import type { AuditPage as Lines } from './audit.ts'
import { AuditLines } from './audit-lines.tsx'
import { type AuditList, auditParams } from './audit-query.ts'

export interface AuditFiltersProps {
  list: AuditList
  /** Acts of every domain, from which the reader can choose */
  acts: ActMessages
}

const auditPlace = { name: 'audit', path: paths.adminAudit }

export function AuditFilters({ list, acts }: AuditFiltersProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, paths.adminAudit)
  const { actor, subject, act, result, from, to } = list
  const chosen = [actor, subject, act, result, from, to].filter(Boolean).length
  return (
    <FilterMenu of={auditPlace} chosen={chosen}>
      <form className="audit-filters" action={action} aria-label={t('audit.filters')}>
        <FormField id="actor-field" label={t('audit.actor')}>
          <input id="actor-field" name="actor" defaultValue={actor} autoComplete="off" spellCheck={false} />
        </FormField>
        <FormField id="subject-field" label={t('audit.subject')}>
          <input id="subject-field" name="subject" defaultValue={subject} autoComplete="off" spellCheck={false} />
        </FormField>
        <FormField id="act-field" label={t('audit.act')}>
          <select id="act-field" name="act" defaultValue={act ?? ''}>
            <option value="">{t('audit.anyAct')}</option>
            {Object.entries(acts).map(([name, words]) => (
              <option key={name} value={name}>
                {t(words)}
              </option>
            ))}
          </select>
        </FormField>
        <FormField id="result-field" label={t('audit.result')}>
          <select id="result-field" name="result" defaultValue={result ?? ''}>
            <option value="">{t('audit.anyResult')}</option>
            <option value="success">{t('audit.success')}</option>
            <option value="failure">{t('audit.failure')}</option>
          </select>
        </FormField>
        <FormField id="from-field" label={t('audit.from')}>
          <input id="from-field" type="date" name="from" defaultValue={from} />
        </FormField>
        <FormField id="to-field" label={t('audit.to')}>
          <input id="to-field" type="date" name="to" defaultValue={to} />
        </FormField>
        <div className="form-buttons">
          <button type="submit" className="button button-primary">
            {t('audit.show')}
          </button>
          <Button href={action} kind="quiet">
            {t('audit.reset')}
          </Button>
        </div>
      </form>
    </FilterMenu>
  )
}

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
      <nav className="list-pages" aria-label={t('audit.pages')}>
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
