import type { ReactNode } from 'react'
import { scrollRegion } from '../../content/render/scroll-region.ts'
import { useLocale } from '../../i18n/context.tsx'
import { changedList } from '../../pages/list-cursor.ts'
import { ariaSort, SortLink } from '../../ui/list/sort-link.tsx'
import { usersPlace } from './list-address.ts'
import type { UserLine } from './list-queries.ts'
import { listParams, type Sort, type UserList } from './list-query.ts'
import { UserRow } from './user-row.tsx'

export interface UsersTableProps {
  list: UserList
  users: UserLine[]
  now: number
}

export function UsersTable({ list, users, now }: UsersTableProps) {
  const { t } = useLocale()
  return (
    <div className="users-scroll" {...scrollRegion(t('users.title'))}>
      <table className="users-table">
        <thead>
          <tr>
            <td className="users-cell-select">
              <input type="checkbox" aria-label={t('users.selectAll')} data-select-all hidden />
            </td>
            <SortHeading list={list} sorts={['name', 'login']} />
            <th scope="col">{t('users.role')}</th>
            <th scope="col">{t('users.status')}</th>
            <th scope="col">{t('users.locale')}</th>
            <th scope="col">{t('users.telegram')}</th>
            <SortHeading list={list} sorts={['created']} />
            <SortHeading list={list} sorts={['seen']} />
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortHeadingProps {
  list: UserList
  sorts: Sort[]
}

function SortHeading({ list, sorts }: SortHeadingProps): ReactNode {
  const { t } = useLocale()
  return (
    <th scope="col" aria-sort={ariaSort(list, sorts)}>
      {sorts.map((sort) => {
        // Times sort newest first, names from A. A second click reverses the order.
        const isDescending = list.sort === sort ? !list.isDescending : sort === 'created' || sort === 'seen'
        const params = listParams(changedList(list, { sort, isDescending }))
        return (
          <SortLink key={sort} of={usersPlace} sort={sort} current={list} params={params}>
            {t(`users.sorts.${sort}`)}
          </SortLink>
        )
      })}
    </th>
  )
}
