import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import { href, paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { AdminLayout } from '../ui/layouts/admin.tsx'
import { FormField } from './form-field.tsx'

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
