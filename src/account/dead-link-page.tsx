import { useLocale } from '../i18n/context.tsx'
import { Button } from '../ui/button.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'

export interface DeadLinkPageProps {
  loginHref: string
}

/** Of a one-time link that was used, is too old, was replaced by a newer one or never was: nobody learns which. */
export function DeadLinkPage({ loginHref }: DeadLinkPageProps) {
  const { t } = useLocale()
  return (
    <AuthLayout title={t('auth.deadLinkTitle')} lead={t('auth.deadLinkLead')}>
      <p className="auth-actions">
        <Button href={loginHref}>{t('auth.signIn')}</Button>
      </p>
    </AuthLayout>
  )
}
