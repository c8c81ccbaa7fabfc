import type { PasswordLink } from '../auth/sign-in/new-password.ts'
import { useLocale } from '../i18n/context.tsx'
import { FormProblem } from '../pages/form-problem.tsx'
import type { FormState } from '../pages/form-state.ts'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

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
    kind === 'reset'
      ? (['auth.resetTitle', 'auth.resetLead'] as const)
      : (['auth.inviteTitle', 'auth.inviteLead'] as const)
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
