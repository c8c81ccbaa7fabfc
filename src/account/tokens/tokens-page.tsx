import type { OwnToken } from '../../auth/api-token/api-tokens.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatSpan, formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AccountLayout } from '../account-layout.tsx'

export interface TokensPageProps {
  tokens: readonly OwnToken[]
  /** Current time, ms UTC */
  now: number
  flash?: string | undefined
}

export function TokensPage({ tokens, now, flash }: TokensPageProps) {
  const { locale, t } = useLocale()
  return (
    <AccountLayout part={paths.accountTokens} title={t('tokens.title')} lead={t('tokens.lead')} flash={flash}>
      {tokens.length === 0 ? (
        <EmptyState icon="i-lucide-key" title={t('tokens.none')}>
          <p>{t('tokens.noneText')}</p>
        </EmptyState>
      ) : (
        <ul className="session-list">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} now={now} />
          ))}
        </ul>
      )}
      <p className="auth-actions">
        <Button href={localised(locale, paths.newToken)}>{t('tokens.create')}</Button>
      </p>
    </AccountLayout>
  )
}

function TokenRow({ token, now }: { token: OwnToken; now: number }) {
  const { locale, t } = useLocale()
  const { id, name, scopes, createdAt, expiresAt, usedAt } = token
  const isOver = expiresAt <= now
  return (
    <li>
      <Icon name="i-lucide-key" />
      <div>
        <p className="session-device">
          <b>{name}</b>
          {scopes.map((scope) => (
            <code key={scope} className="token-scope" title={t(`tokens.scope.${scope}`)}>
              {scope}
            </code>
          ))}
        </p>
        <p className="field-hint">
          {isOver ? t('tokens.expired') : t('tokens.expires', { when: formatTime(locale, expiresAt) })} ·{' '}
          {usedAt === null ? t('tokens.unused') : t('tokens.used', { when: formatSpan(locale, usedAt - now) })} ·{' '}
          {t('tokens.made', { when: formatTime(locale, createdAt) })}
        </p>
      </div>
      <form method="post" action={localised(locale, paths.accountTokens)}>
        <SubmitButton kind="quiet" name="token" value={id} label={t('tokens.revokeOf', { name })}>
          {t('tokens.revoke')}
        </SubmitButton>
      </form>
    </li>
  )
}
