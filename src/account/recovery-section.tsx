import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { SubmitButton } from '../ui/submit-button.tsx'

export interface RecoverySectionProps {
  codesLeft: number
}

export function RecoverySection({ codesLeft }: RecoverySectionProps) {
  const { locale, t } = useLocale()
  return (
    <section className="account-section">
      <h2>{t('account.codesTitle')}</h2>
      <p>
        {t('account.codesLeft', { count: codesLeft })} {t('account.newCodesHint')}
      </p>
      <form method="post" action={localised(locale, paths.recoveryCodes)}>
        <SubmitButton kind="quiet" icon="i-lucide-key-round">
          {t('account.newCodes')}
        </SubmitButton>
      </form>
    </section>
  )
}
