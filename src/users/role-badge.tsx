import type { Role } from '../auth/user.ts'
import { useLocale } from '../i18n/context.tsx'

export interface RoleBadgeProps {
  role: Role
}

export function RoleBadge({ role }: RoleBadgeProps) {
  const { t } = useLocale()
  return <span className={`badge badge-${role}`}>{t(`users.roles.${role}`)}</span>
}
