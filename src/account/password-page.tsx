import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { FormProblem } from '../pages/form-problem.tsx'
import { type FormState, focusedField } from '../pages/form-state.ts'
import { paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { AccountLayout } from './account-layout.tsx'
import { UsernameOf } from './link-pages.tsx'

export interface PasswordPageProps {
  form: FormState
  login: string
  flash?: string | undefined
}

export function PasswordPage({ form, login, flash }: PasswordPageProps) {
  const { locale, t } = useLocale()
  const { errors, problem } = form
  const focused = focusedField(form, ['current', 'wanted'])
  return (
    <AccountLayout
      part={paths.accountPassword}
      title={t('account.password')}
      lead={t('account.passwordLead')}
      flash={flash}
    >
      <FormProblem text={problem} />
      <form className="form" method="post" action={localised(locale, paths.accountPassword)}>
        <UsernameOf login={login} />
        <PasswordField
          name="current"
          label={t('account.currentPassword')}
          error={errors.current}
          isFocused={focused === 'current'}
        />
        <PasswordField
          name="wanted"
          label={t('auth.newPassword')}
          error={errors.wanted}
          isFocused={focused === 'wanted'}
          isNew
        />
        <SubmitButton>{t('account.changePassword')}</SubmitButton>
      </form>
    </AccountLayout>
  )
}
