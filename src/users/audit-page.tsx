import { acts } from '../auth/audit.ts'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { AdminLayout } from '../ui/layouts/admin.tsx'
import type { AuditPage as Lines } from './audit.ts'
import { AuditLines } from './audit-lines.tsx'
import { type AuditList, auditParams } from './audit-query.ts'
import { FormField } from './form-field.tsx'

export interface AuditPageProps {
  list: AuditList
  page: Lines
}

/** The log: filters, lines, the pages beside them. */
export function AuditPage({ list, page }: AuditPageProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, paths.adminAudit)
  const to = (target: AuditList) => `${action}?${auditParams(target)}`
  return (
    <AdminLayout current="audit">
      <header className="admin-head">
        <h1>{t('audit.title')}</h1>
      </header>
      <p className="faint">{t('audit.description')}</p>
      <form className="audit-filters" action={action} aria-label={t('audit.filters')}>
        <FormField id="actor-field" label={t('audit.actor')}>
          <input id="actor-field" name="actor" defaultValue={list.actor} autoComplete="off" spellCheck={false} />
        </FormField>
        <FormField id="subject-field" label={t('audit.subject')}>
          <input id="subject-field" name="subject" defaultValue={list.subject} autoComplete="off" spellCheck={false} />
        </FormField>
        <FormField id="act-field" label={t('audit.act')}>
          <select id="act-field" name="act" defaultValue={list.act ?? ''}>
            <option value="">{t('audit.anyAct')}</option>
            {acts.map((act) => (
              <option key={act} value={act}>
                {t(`audit.acts.${act}`)}
              </option>
            ))}
          </select>
        </FormField>
        <FormField id="result-field" label={t('audit.result')}>
          <select id="result-field" name="result" defaultValue={list.result ?? ''}>
            <option value="">{t('audit.anyResult')}</option>
            <option value="success">{t('audit.success')}</option>
            <option value="failure">{t('audit.failure')}</option>
          </select>
        </FormField>
        <FormField id="from-field" label={t('audit.from')}>
          <input id="from-field" type="date" name="from" defaultValue={list.from} />
        </FormField>
        <FormField id="to-field" label={t('audit.to')}>
          <input id="to-field" type="date" name="to" defaultValue={list.to} />
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
      {page.lines.length === 0 ? (
        <p className="users-nothing" role="status">
          {t('audit.nothing')}
        </p>
      ) : (
        <AuditLines lines={page.lines} />
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
