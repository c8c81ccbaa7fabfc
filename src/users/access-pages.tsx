import { maxName } from '../auth/names.ts'
import { nameFaultWords } from '../auth/problem-text.ts'
import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'
import { languageNames, locales, localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { href, paths } from '../paths.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { AdminLayout } from '../ui/layouts/app.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Invitation, InviteProblem } from './access.ts'
import { RoleField } from './decision-fields.tsx'
import { FormField } from './form-field.tsx'

export interface InvitePageProps {
  problem?: InviteProblem | undefined
  draft: Partial<Invitation>
}

export function InvitePage({ problem, draft }: InvitePageProps) {
  const { locale, t } = useLocale()
  return (
    <AdminLayout>
      <Breadcrumbs items={[{ title: t('users.title'), path: localised(locale, paths.adminUsers) }]} />
      <div className="admin-narrow">
        <h1>{t('users.invite.title')}</h1>
        <p>{t('users.invite.description')}</p>
        {problem && (
          <Notice kind="error">
            <p>{t(wordsOf(problem))}</p>
          </Notice>
        )}
        <form method="post" action={localised(locale, paths.adminUsersInvitation)} className="stack">
          <FormField id="login-field" label={t('users.invite.login')}>
            <input
              id="login-field"
              name="login"
              required
              maxLength={40}
              autoComplete="off"
              defaultValue={draft.login}
            />
          </FormField>
          <FormField
            id="name-field"
            label={t('users.invite.name')}
            hint={`${t('ui.upTo', { max: maxName })} ${t('users.invite.nameHint')}`}
          >
            <input
              id="name-field"
              aria-describedby="name-field-hint"
              name="name"
              maxLength={maxName}
              autoComplete="off"
              defaultValue={draft.name}
            />
          </FormField>
          <RoleField value={draft.role ?? 'user'} />
          <FormField id="locale-field" label={t('users.locale')}>
            <select id="locale-field" name="locale" defaultValue={draft.locale ?? locale}>
              {locales.map((own) => (
                <option key={own} value={own}>
                  {languageNames[own]}
                </option>
              ))}
            </select>
          </FormField>
          <button type="submit" className="button button-primary">
            {t('users.invite.submit')}
          </button>
        </form>
      </div>
    </AdminLayout>
  )
}

function wordsOf(problem: InviteProblem): MessageKey {
  switch (problem.status) {
    case 'bad-login':
      return problem.fault === 'shape' ? 'users.invite.bad-login' : 'users.invite.bad-letters'
    case 'bad-name':
      return nameFaultWords[problem.fault]
    case 'taken':
      return 'users.invite.taken'
  }
}

export interface LinkPageProps {
  user: { id: string; login: string }
  /** Absolute URL of the link, with the token */
  address: string
  /** Time until which the link is valid, ms UTC */
  expiresAt: number
  isInvitation: boolean
}

export function LinkPage({ user, address, expiresAt, isInvitation }: LinkPageProps) {
  const { locale, t } = useLocale()
  const { id, login } = user
  return (
    <AdminLayout>
      <div className="admin-narrow">
        <h1>{t(isInvitation ? 'users.invite.done' : 'users.link.title', { login })}</h1>
        <p>{t('users.link.once')}</p>
        <FormField
          id="link-field"
          label={t('users.link.label')}
          hint={t('users.link.until', { date: formatTime(locale, expiresAt) })}
        >
          <textarea
            id="link-field"
            aria-describedby="link-field-hint"
            className="link-once"
            readOnly
            rows={3}
            defaultValue={address}
          />
        </FormField>
        <p className="link-actions">
          <CopyButton of="#link-field" />
          <Button href={localised(locale, href(paths.adminUser, { id }))} kind="quiet">
            {t('users.link.open')}
          </Button>
        </p>
      </div>
    </AdminLayout>
  )
}
