import type { ReactNode } from 'react'
import { scrollRegion } from '../content/render/scroll-region.ts'
import { useLocale } from '../i18n/context.tsx'
import { Icon } from '../ui/icon.tsx'
import { changedList } from './list-address.ts'
import { ListLink } from './list-link.tsx'
import type { UserLine } from './list-queries.ts'
import type { Sort, UserList } from './list-query.ts'
import { UserRow } from './user-row.tsx'

export interface UsersTableProps {
  list: UserList
  users: UserLine[]
  now: number
}

/** The rows of a list; the headings that can sort do so. */
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
  const order = sorts.includes(list.sort) ? (list.isDescending ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" aria-sort={order}>
      {sorts.map((sort) => {
        const isCurrent = list.sort === sort
        // Times begin with the newest, names with A; a second click turns the order round.
        const isDescending = isCurrent ? !list.isDescending : sort === 'created' || sort === 'seen'
        const icon = list.isDescending ? 'i-lucide-arrow-down' : 'i-lucide-arrow-up'
        return (
          <ListLink
            key={sort}
            id={`sort-${sort}`}
            className="users-sort"
            list={changedList(list, { sort, isDescending })}
            isCurrent={isCurrent}
          >
            {t(`users.sorts.${sort}`)}
            <Icon name={isCurrent ? icon : 'i-lucide-chevrons-up-down'} />
          </ListLink>
        )
      })}
    </th>
  )
}
