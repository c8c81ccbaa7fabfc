import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { FormProblem, formProblemId } from '../pages/form-problem.tsx'
import { type FormState, focusedField } from '../pages/form-state.ts'
import { paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { UsernameOf } from './link-pages.tsx'
import { PasskeyForm } from './passkeys/passkey-form.tsx'

export interface ConfirmPageProps {
  form: FormState
  action: string
  passkeyAction: string | undefined
  login: string
  hasSecondFactor: boolean
}

export function ConfirmPage({ form, action, passkeyAction, login, hasSecondFactor }: ConfirmPageProps) {
  const { locale, t } = useLocale()
  const { errors, problem } = form
  const focused = focusedField(form, ['password', 'code'], 'password')
  const describedBy = problem && formProblemId
  return (
    <AuthLayout title={t('auth.confirmTitle')} lead={t('auth.confirmLead', { login })}>
      <FormProblem text={problem} />
      {passkeyAction && (
        <PasskeyForm use="confirm" action={passkeyAction}>
          <SubmitButton icon="i-lucide-fingerprint">{t('passkeys.confirm')}</SubmitButton>
        </PasskeyForm>
      )}
      {passkeyAction && <p className="auth-else">{t('passkeys.orPassword')}</p>}
      <form className="form" method="post" action={action}>
        <UsernameOf login={login} />
        <PasswordField
          name="password"
          label={t('auth.password')}
          error={errors.password}
          describedBy={describedBy}
          isFocused={focused === 'password'}
        />
        {hasSecondFactor && (
          <Field
            name="code"
            label={t('auth.confirmCode')}
            error={errors.code}
            describedBy={describedBy}
            isFocused={focused === 'code'}
            isRequired
            isPlain
            autoComplete="one-time-code"
            maxLength={40}
          />
        )}
        <SubmitButton>{t('auth.confirm')}</SubmitButton>
      </form>
      <form className="auth-actions" method="post" action={paths.authLogout}>
        <input type="hidden" name="next" value={localised(locale, paths.home)} />
        <button type="submit" className="button button-quiet">
          {t('account.signOut')}
        </button>
      </form>
    </AuthLayout>
  )
}
