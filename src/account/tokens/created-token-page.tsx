import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { AccountLayout } from '../account-layout.tsx'

/** Page with a new token, which is shown only once. */
export function CreatedTokenPage({ token }: { token: string }) {
  const { locale, t } = useLocale()
  return (
    <AccountLayout part={paths.accountTokens} title={t('tokens.madeTitle')} lead={t('tokens.madeLead')}>
      <p className="token-text">
        <code data-token>{token}</code>
      </p>
      <p className="auth-actions">
        <CopyButton of="[data-token]" />
        <Button href={localised(locale, paths.accountTokens)}>{t('tokens.kept')}</Button>
      </p>
    </AccountLayout>
  )
}
