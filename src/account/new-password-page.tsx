import type { PasswordLink } from '../auth/password/new-password.ts'
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

/** A password for an account that was made for somebody, or whose password was forgotten. */
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

/** Tells password managers whose password a form is about. */
export function UsernameOf({ login }: UsernameOfProps) {
  return <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
}
