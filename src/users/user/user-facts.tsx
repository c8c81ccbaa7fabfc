import type { UserRow } from '../../auth/queries.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { languageNames } from '../../i18n/locales.ts'
import { Moment } from '../moment.tsx'

export interface UserFactsProps {
  user: UserRow
  hasSecondFactor: boolean
}

export function UserFacts({ user, hasSecondFactor }: UserFactsProps) {
  const { locale, t } = useLocale()
  const { telegramId, telegramName, passwordHash, passwordChangedAt } = user
  const telegram = [telegramName === null ? undefined : `@${telegramName}`, telegramId ?? undefined]
  const facts = [
    [t('users.user.login'), user.login],
    [t('users.user.id'), <code key="id">{user.id}</code>],
    [t('users.locale'), languageNames[user.locale]],
    [t('users.telegram'), telegram.filter(Boolean).join(' · ') || t('users.telegrams.none')],
    [
      t('users.user.password'),
      passwordHash === null
        ? t('users.user.passwordNone')
        : t('users.user.passwordSet', { date: formatTime(locale, passwordChangedAt ?? user.createdAt) }),
    ],
    [t('users.user.twoFactor'), t(hasSecondFactor ? 'users.user.on' : 'users.user.off')],
    [t('users.user.created'), <Moment key="created" at={user.createdAt} />],
    [t('users.user.seen'), <Moment key="seen" at={user.lastSeenAt} never={t('users.never')} />],
    ...(user.banReason === null ? [] : [[t('users.user.reason'), user.banReason] as const]),
  ] as const
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
