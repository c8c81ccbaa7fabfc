import { useLocale } from '../i18n/context.tsx'
import { Button } from '../ui/button.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'

export interface ClosedPageProps {
  loginHref: string
}

export function ClosedPage({ loginHref }: ClosedPageProps) {
  const { t } = useLocale()
  return (
    <AuthLayout title={t('auth.closedTitle')} lead={t('auth.closedLead')}>
      <p className="auth-actions">
        <Button href={loginHref}>{t('auth.signIn')}</Button>
      </p>
    </AuthLayout>
  )
}
