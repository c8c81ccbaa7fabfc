import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { AccountLayout } from './account-layout.tsx'

export interface RecoveryCodesPageProps {
  codes: string[]
  nextHref: string
}

/** Page with new recovery codes, which are shown only once. */
export function RecoveryCodesPage({ codes, nextHref }: RecoveryCodesPageProps) {
  const { t } = useLocale()
  return (
    <AccountLayout part={paths.secondFactor} title={t('account.codesTitle')} lead={t('account.codesLead')}>
      <ol className="recovery-codes" data-recovery-codes>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="auth-actions">
        <Button href={nextHref}>{t('account.codesKept')}</Button>
        <CopyButton of="[data-recovery-codes] code" />
        <button type="button" className="button button-quiet" data-print hidden>
          <Icon name="i-lucide-printer" />
          {t('account.printCodes')}
        </button>
      </p>
    </AccountLayout>
  )
}

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
