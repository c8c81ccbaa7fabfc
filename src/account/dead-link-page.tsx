import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'

export interface DeadLinkPageProps {
  /** Whether the link was a setup link for the first administrator */
  isSetup: boolean
  isSignedIn: boolean
}

/** Page of a one-time link that is used, expired, replaced or unknown; the page does not reveal which. */
export function DeadLinkPage({ isSetup, isSignedIn }: DeadLinkPageProps) {
  const { locale, t } = useLocale()
  return (
    <AuthLayout title={t('auth.deadLinkTitle')} lead={t(isSetup ? 'auth.deadSetupLead' : 'auth.deadLinkLead')}>
      <p className="auth-actions">
        <Button href={localised(locale, isSignedIn ? paths.app : paths.login)}>
          {t(isSignedIn ? 'auth.openApp' : 'auth.signIn')}
        </Button>
      </p>
    </AuthLayout>
  )
}
