import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { FormProblem } from '../pages/form-problem.tsx'
import type { FormState } from '../pages/form-state.ts'
import { paths } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { AccountLayout } from './account-layout.tsx'
import { UsernameOf } from './new-password-page.tsx'
import { RecoverySection } from './recovery-section.tsx'

export interface SecondFactorPageProps {
  form: FormState
  login: string
  codesLeft: number
  canTurnOff: boolean
  flash?: string | undefined
}

export function SecondFactorPage({ form, login, codesLeft, canTurnOff, flash }: SecondFactorPageProps) {
  const { locale, t } = useLocale()
  return (
    <AccountLayout
      part={paths.secondFactor}
      title={t('account.secondFactor')}
      lead={t('account.secondFactorLead')}
      flash={flash}
    >
      <Notice kind="success">{t('account.isOn')}</Notice>
      <RecoverySection codesLeft={codesLeft} />
      <section className="account-section">
        <h2>{t('account.turnOff')}</h2>
        {canTurnOff ? (
          <>
            <p>{t('account.turnOffHint')}</p>
            <FormProblem text={form.problem} />
            <form className="form" method="post" action={localised(locale, paths.secondFactorRemoval)}>
              <UsernameOf login={login} />
              <PasswordField
                name="password"
                label={t('account.currentPassword')}
                error={form.errors.password}
                isFocused={form.errors.password !== undefined}
              />
              <SubmitButton kind="danger">{t('account.turnOff')}</SubmitButton>
            </form>
          </>
        ) : (
          <p>{t('account.keptOn')}</p>
        )}
      </section>
    </AccountLayout>
  )
}
