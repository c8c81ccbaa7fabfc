import { useLocale } from '../i18n/context.tsx'
import type { FormState } from '../pages/form-state.ts'
import { Field } from '../ui/field.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

export interface CodePageProps {
  form: FormState
  action: string
  isRecovery: boolean
  /** The same page asking for the other kind of code */
  otherHref: string
  startOverHref: string
}

export function CodePage({ form, action, isRecovery, otherHref, startOverHref }: CodePageProps) {
  const { t } = useLocale()
  return (
    <AuthLayout
      title={t(isRecovery ? 'auth.recoveryTitle' : 'auth.codeTitle')}
      lead={t(isRecovery ? 'auth.recoveryLead' : 'auth.codeLead')}
    >
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
      <p className="auth-else">
        <a href={otherHref}>{t(isRecovery ? 'auth.useCode' : 'auth.useRecovery')}</a>
      </p>
      <p className="auth-else">
        <a href={startOverHref}>{t('auth.startOver')}</a>
      </p>
    </AuthLayout>
  )
}
