import { useLocale } from '../../i18n/context.tsx'
import { languageNames, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Moment } from '../moment.tsx'
import { RoleBadge } from '../role-badge.tsx'
import { StatusBadge } from '../status-badge.tsx'
import type { UserLine } from './list-queries.ts'

export interface UserRowProps {
  user: UserLine
  now: number
}

export function UserRow({ user, now }: UserRowProps) {
  const { locale, t } = useLocale()
  const { id, login, name } = user
  return (
    <tr id={`user-${id}`} data-row>
      <td className="users-cell-select">
        <input type="checkbox" name="id" value={id} aria-label={t('users.select', { login })} data-row-act />
      </td>
      <th scope="row" className="users-cell-person">
        <a id={`open-${id}`} href={localised(locale, href(paths.adminUser, { id }))} data-row-open>
          {name}
        </a>
        <span className="users-login">{login}</span>
      </th>
      <td data-label={t('users.role')}>
        <RoleBadge role={user.role} />
      </td>
      <td data-label={t('users.status')}>
        <StatusBadge user={user} now={now} />
      </td>
      <td data-label={t('users.locale')}>{languageNames[user.locale]}</td>
      <td data-label={t('users.telegram')}>
        {user.telegramId === null ? (
          <span className="faint">—</span>
        ) : (
          <span>{user.telegramName === null ? user.telegramId : `@${user.telegramName}`}</span>
        )}
      </td>
      <td data-label={t('users.sorts.created')}>
        <Moment at={user.createdAt} />
      </td>
      <td data-label={t('users.sorts.seen')}>
        <Moment at={user.lastSeenAt} never={t('users.never')} />
      </td>
    </tr>
  )
}
