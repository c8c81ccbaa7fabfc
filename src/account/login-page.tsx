import type { ProofOfWork } from '../auth/tries/work.ts'
import { useLocale } from '../i18n/context.tsx'
import { FormProblem, formProblemId } from '../pages/form-problem.tsx'
import { type FormState, focusedField } from '../pages/form-state.ts'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FlashToast } from '../ui/toasts/flash-toast.tsx'
import type { OtherSignIn } from './account-deps.ts'
import { PasskeyForm } from './passkeys/passkey-form.tsx'

export interface LoginPageProps {
  form: FormState
  /** URL to which the form is sent, including the page to return to */
  action: string
  passkeyAction: string
  /** URL of the registration; undefined when registration is closed */
  registerHref: string | undefined
  others: readonly (Pick<OtherSignIn, 'icon' | 'label'> & { href: string })[]
  /** Proof of work that the next attempt needs */
  work?: ProofOfWork | undefined
  /** Reason why a user who was just signed in has to sign in again */
  flash?: string | undefined
}

export function LoginPage({ form, action, passkeyAction, registerHref, others, work, flash }: LoginPageProps) {
  const { t } = useLocale()
  const { values, errors, problem } = form
  const focused = focusedField(form, ['login', 'password'], problem && values.login ? 'password' : 'login')
  const describedBy = problem && formProblemId
  return (
    <AuthLayout title={t('auth.signInTitle')} lead={t('auth.signInLead')}>
      <FlashToast isFocused={false}>{flash}</FlashToast>
      <FormProblem text={problem} />
      <form
        className="form"
        method="post"
        action={action}
        data-work={work?.challenge}
        data-work-bits={work?.bits}
        data-working={work && t('auth.working')}
      >
        {work && <input type="hidden" name="work" />}
        <Field
          name="login"
          label={t('auth.login')}
          value={values.login}
          error={errors.login}
          describedBy={describedBy}
          isFocused={focused === 'login'}
          isRequired
          isPlain
          autoComplete="username webauthn"
          maxLength={100}
        />
        <PasswordField
          name="password"
          label={t('auth.password')}
          error={errors.password}
          describedBy={describedBy}
          isFocused={focused === 'password'}
        />
        <SubmitButton>{t('auth.signIn')}</SubmitButton>
      </form>
      <PasskeyForm use="sign-in" action={passkeyAction} isOffered>
        <SubmitButton kind="quiet" icon="i-lucide-fingerprint">
          {t('passkeys.signIn')}
        </SubmitButton>
      </PasskeyForm>
      {others.map(({ href, icon, label }) => (
        <a key={href} className="button button-quiet" href={href}>
          <Icon name={icon} />
          {t(label)}
        </a>
      ))}
      {registerHref && (
        <p className="auth-else">
          {t('auth.noAccount')} <a href={registerHref}>{t('auth.toRegister')}</a>
        </p>
      )}
      <p className="auth-else">{t('auth.forgot')}</p>
    </AuthLayout>
  )
}
