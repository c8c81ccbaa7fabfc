import type { ProofOfWork } from '../auth/tries/work.ts'
import { useLocale } from '../i18n/context.tsx'
import { FormProblem, formProblemId } from '../pages/form-problem.tsx'
import { type FormState, focusedField } from '../pages/form-state.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { FlashToast } from '../ui/toasts/toasts.tsx'
import type { OtherSignIn } from './account-deps.ts'
import { PasskeyForm } from './passkeys/passkey-form.tsx'

export interface LoginPageProps {
  form: FormState
  /** URL to which the form is sent, including the page to return to */
  action: string
  passkeyAction: string
  /** URL of the registration; undefined when registration is closed */
  registerHref: string | undefined
  lostPasswordHref: string
  /** Name of the page that the guest was about to open */
  destination?: string | undefined
  others: readonly (Pick<OtherSignIn, 'icon' | 'label'> & { href: string })[]
  /** Proof of work that the next attempt needs */
  work?: ProofOfWork | undefined
  /** Reason why a user who was just signed in has to sign in again */
  flash?: string | undefined
}

export function LoginPage(props: LoginPageProps) {
  const { form, action, passkeyAction, registerHref, lostPasswordHref, destination, others, work, flash } = props
  const { t } = useLocale()
  const { values, errors, problem } = form
  const focused = focusedField(form, ['login', 'password'], problem && values.login ? 'password' : 'login')
  const describedBy = problem && formProblemId
  const leadTo = registerHref === undefined ? 'auth.signInTo' : 'auth.signInOrRegisterTo'
  const lead = destination === undefined ? t('auth.signInLead') : t(leadTo, { page: destination })
  return (
    <AuthLayout title={t('auth.signInTitle')} lead={lead}>
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
          {t('auth.noAccount')} <a href={registerHref}>{t('auth.register')}</a>
        </p>
      )}
      <p className="auth-else">
        <a href={lostPasswordHref}>{t('auth.forgot')}</a>
      </p>
    </AuthLayout>
  )
}

export interface CodePageProps {
  form: FormState
  action: string
  /** URL to which the passkey form is sent; undefined without passkeys */
  passkeyAction: string | undefined
  isRecovery: boolean
  hasTotp: boolean
  /** URL of the same page, asking for the other kind of code */
  otherHref: string
  startOverHref: string
}

export function codeTitle({ isRecovery, hasTotp }: Pick<CodePageProps, 'isRecovery' | 'hasTotp'>) {
  if (isRecovery) return 'auth.recoveryTitle'
  return hasTotp ? 'auth.codeTitle' : 'passkeys.secondStepTitle'
}

export function CodePage(props: CodePageProps) {
  const { t } = useLocale()
  const { form, action, passkeyAction, isRecovery, hasTotp, otherHref, startOverHref } = props
  const isPasskeyFirst = !isRecovery && !hasTotp
  const lead = isRecovery ? 'auth.recoveryLead' : hasTotp ? 'auth.codeLead' : 'passkeys.secondStepLead'
  const other = isRecovery ? (hasTotp ? 'auth.useCode' : 'passkeys.useInstead') : 'auth.useRecovery'
  return (
    <AuthLayout title={t(codeTitle(props))} lead={t(lead)}>
      <FormProblem text={form.problem} />
      {!isPasskeyFirst && (
        <form className="form" method="post" action={action}>
          <Field
            name="code"
            label={t(isRecovery ? 'auth.recoveryCode' : 'auth.code')}
            error={form.errors.code}
            isFocused
            isRequired
            isPlain
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            maxLength={40}
          />
          <SubmitButton>{t('auth.codeSubmit')}</SubmitButton>
        </form>
      )}
      {passkeyAction && !isRecovery && (
        <PasskeyForm use="second-step" action={passkeyAction}>
          <SubmitButton kind={isPasskeyFirst ? 'primary' : 'quiet'} icon="i-lucide-fingerprint">
            {t('passkeys.useInstead')}
          </SubmitButton>
        </PasskeyForm>
      )}
      <p className="auth-else">
        <a href={otherHref}>{t(other)}</a>
      </p>
      <p className="auth-else">
        <a href={startOverHref}>{t('auth.startOver')}</a>
      </p>
    </AuthLayout>
  )
}
