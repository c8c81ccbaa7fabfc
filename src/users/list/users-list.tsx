import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { changedList } from '../../pages/list-cursor.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListLink } from '../../ui/list/list-link.tsx'
import { ListRegion } from '../../ui/list/list-region.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import type { Counts } from './counts.ts'
import { FilterChips } from './filter-chips.tsx'
import { usersPlace } from './list-address.ts'
import { listParams, readList, type UserList } from './list-query.ts'
import type { UserPage } from './list-users.ts'
import { UsersTable } from './users-table.tsx'

export interface UsersListProps {
  list: UserList
  page: UserPage
  counts: Counts
  now: number
}

/** The swappable region: filters, rows and pager. */
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
      <Pages page={page} />
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

function Pages({ page: { previous, next } }: Pick<UsersListProps, 'page'>) {
  const { t } = useLocale()
  const link = { of: usersPlace, className: 'button button-quiet' }
  return (
    <nav className="users-pages" aria-label={t('users.pages')}>
      {previous && (
        <ListLink id="page-previous" params={listParams(previous)} rel="prev" {...link}>
          <Icon name="i-lucide-arrow-left" />
          {t('users.previous')}
        </ListLink>
      )}
      {next && (
        <ListLink id="page-next" params={listParams(next)} rel="next" {...link}>
          {t('users.next')}
          <Icon name="i-lucide-arrow-right" />
        </ListLink>
      )}
    </nav>
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
