import type { PasswordLink } from '../auth/sign-in/new-password.ts'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { FormProblem } from '../pages/form-problem.tsx'
import type { FormState } from '../pages/form-state.ts'
import { paths } from '../paths.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { AdministratorContact } from './lost-password-pages.tsx'

export interface NewPasswordPageProps {
  form: FormState
  action: string
  kind: PasswordLink['kind']
  login: string
}

/** Page to set a password, from an invitation or a reset link. */
export function NewPasswordPage({ form, action, kind, login }: NewPasswordPageProps) {
  const { t } = useLocale()
  const [title, lead] =
    kind === 'invite'
      ? (['auth.inviteTitle', 'auth.inviteLead'] as const)
      : (['auth.resetTitle', 'auth.resetLead'] as const)
  return (
    <AuthLayout title={t(title)} lead={t(lead, { login })}>
      <FormProblem text={form.problem} />
      <form className="form" method="post" action={action}>
        <UsernameOf login={login} />
        <PasswordField name="password" label={t('auth.newPassword')} error={form.errors.password} isFocused isNew />
        <SubmitButton>{t('auth.savePassword')}</SubmitButton>
      </form>
    </AuthLayout>
  )
}

export interface UsernameOfProps {
  login: string
}

/** Hidden field that identifies the account to password managers. */
export function UsernameOf({ login }: UsernameOfProps) {
  return <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
}

export interface DeadLinkPageProps {
  /** Whether the link was a setup link for the first administrator */
  isSetup: boolean
  isSignedIn: boolean
  contact?: string | undefined
}

/** Page of a one-time link that is used, expired, replaced or unknown; the page does not reveal which. */
export function DeadLinkPage({ isSetup, isSignedIn, contact }: DeadLinkPageProps) {
  const { locale, t } = useLocale()
  return (
    <AuthLayout title={t('auth.deadLinkTitle')} lead={t(isSetup ? 'auth.deadSetupLead' : 'auth.deadLinkLead')}>
      {!isSetup && <AdministratorContact contact={contact} />}
      <p className="auth-actions">
        <Button href={localised(locale, isSignedIn ? paths.app : paths.login)}>
          {t(isSignedIn ? 'auth.openApp' : 'auth.signIn')}
        </Button>
        {!isSetup && !isSignedIn && (
          <Button href={localised(locale, paths.lostPassword)} kind="quiet">
            {t('auth.forgot')}
          </Button>
        )}
      </p>
    </AuthLayout>
  )
}
