import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { languageNames, localised } from '../../i18n/locales.ts'
import { changedList } from '../../pages/list-cursor.ts'
import { href, paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ariaSort, ListLink, SortLink } from '../../ui/list/list-link.tsx'
import { ListPages } from '../../ui/list/list-pages.tsx'
import { ListRegion } from '../../ui/list/list-region.tsx'
import { scrollRegion } from '../../ui/scroll-region.ts'
import { RoleBadge, StatusBadge } from '../badges.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { Moment } from '../moment.tsx'
import type { Counts } from './counts.ts'
import { FilterChips } from './filter-chips.tsx'
import type { UserLine } from './list-queries.ts'
import { listParams, readList, type Sort, type UserList, usersPlace } from './list-query.ts'
import type { UserPage } from './list-users.ts'

export interface UsersListProps {
  list: UserList
  page: UserPage
  counts: Counts
  now: number
}

/** Shows the swappable region of the list: filters, rows and pager. */
export function UsersList({ list, page, counts, now }: UsersListProps) {
  const { locale, t } = useLocale()
  const { total, moreThan, atMost } = counts
  const shown = total === undefined ? undefined : formatNumber(locale, total)
  const whole = listParams(changedList(list, {}))
  return (
    <ListRegion of={usersPlace} params={listParams(list)} searchParams={whole} className="users-list">
      <FilterChips list={list} counts={counts} />
      <p className="list-total" role="status">
        {total !== undefined && t('users.total', { total, shown: formatNumber(locale, total) })}
        {moreThan !== undefined && t('users.moreThan', { shown: formatNumber(locale, moreThan) })}
        {atMost !== undefined && t('users.atMost', { shown: formatNumber(locale, atMost) })}
      </p>
      {page.users.length === 0 ? (
        <NoUsers />
      ) : (
        <form method="get" action={localised(locale, paths.adminUsersBulk)} className="users-form">
          <UsersTable list={list} users={page.users} now={now} />
          <BulkBar list={list} total={shown} />
        </form>
      )}
      <ListPages
        of={usersPlace}
        previous={page.previous && listParams(page.previous)}
        next={page.next && listParams(page.next)}
      />
      <Export query={whole.toString()} />
    </ListRegion>
  )
}

function NoUsers() {
  const { t } = useLocale()
  return (
    <EmptyState icon="i-lucide-search-x" title={t('users.nothing')}>
      <p>
        {t('users.nothingHint')}{' '}
        <ListLink id="users-reset" of={usersPlace} params={listParams(readList({}))}>
          {t('users.reset')}
        </ListLink>
        .
      </p>
    </EmptyState>
  )
}

function Export({ query }: { query: string }) {
  const { locale, t } = useLocale()
  return (
    <form className="users-export" method="post" action={localised(locale, paths.adminUsersExport)} data-downloads="">
      <input type="hidden" name="query" value={query} />
      <label className="check">
        <input type="checkbox" name="mark" value="yes" defaultChecked />
        {t('users.exportMark')}
      </label>
      <button type="submit" className="button button-quiet">
        <Icon name="i-lucide-download" />
        {t('users.export')}
      </button>
    </form>
  )
}

interface UsersTableProps {
  list: UserList
  users: UserLine[]
  now: number
}

function UsersTable({ list, users, now }: UsersTableProps) {
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
        // Sorts times newest first, names from A. A second click reverses the order.
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

interface UserRowProps {
  user: UserLine
  now: number
}

function UserRow({ user, now }: UserRowProps) {
  const { locale, t } = useLocale()
  const { id, login, name } = user
  return (
    <tr id={`user-${id}`} data-row>
      <td className="users-cell-select">
        <input type="checkbox" name="id" value={id} aria-label={t('users.select', { login })} data-row-act />
      </td>
      <th scope="row" className="users-cell-person">
        <a id={`open-${id}`} href={localised(locale, href(paths.adminUser, { id }))} data-row-open>
          <span className="long-name" title={name}>
            {name}
          </span>
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
