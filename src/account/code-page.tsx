import { useLocale } from '../i18n/context.tsx'
import { FormProblem } from '../pages/form-problem.tsx'
import type { FormState } from '../pages/form-state.ts'
import { Field } from '../ui/field.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { PasskeyForm } from './passkeys/passkey-form.tsx'

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
