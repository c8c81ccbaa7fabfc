import { isBanned, type Role } from '../auth/user.ts'
import { useLocale } from '../i18n/context.tsx'
import { Moment } from './moment.tsx'

export interface RoleBadgeProps {
  role: Role
}

export function RoleBadge({ role }: RoleBadgeProps) {
  const { t } = useLocale()
  return <span className={`badge badge-${role}`}>{t(`users.roles.${role}`)}</span>
}

export interface StatusBadgeProps {
  user: { status: 'active' | 'banned'; banUntil: number | null }
  /** Current time, ms UTC, to decide whether a temporary ban has expired */
  now: number
}

export function StatusBadge({ user, now }: StatusBadgeProps) {
  const { t } = useLocale()
  const isOut = isBanned(user, now)
  return (
    <>
      <span className={`badge badge-${isOut ? 'banned' : 'active'}`}>
        {t(isOut ? 'users.statuses.banned' : 'users.statuses.active')}
      </span>
      {isOut && user.banUntil !== null && (
        <span className="badge-note">
          {t('users.bannedUntil')} <Moment at={user.banUntil} />
        </span>
      )}
    </>
  )
}
