import { useLocale } from '../i18n/context.tsx'
import { formatNumber } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { Counts } from './counts.ts'
import { FilterChips } from './filter-chips.tsx'
import { listAddress } from './list-address.ts'
import { ListLink } from './list-link.tsx'
import { listParams, readList, type UserList } from './list-query.ts'
import type { UserPage } from './list-users.ts'
import { UsersTable } from './users-table.tsx'

export interface UsersListProps {
  list: UserList
  page: UserPage
  counts: Counts
  now: number
}

/** The region that changes: filters, rows and the pages beside them. */
export function UsersList({ list, page, counts, now }: UsersListProps) {
  const { locale, t } = useLocale()
  const { total } = counts
  const shown = total === undefined ? undefined : formatNumber(locale, total)
  return (
    <div id="users-list" className="users-list" data-address={listAddress(locale, list)}>
      <ListFields list={list} />
      <FilterChips list={list} counts={counts} />
      <p className="users-total" role="status">
        {total !== undefined && t('users.total', { total, shown: formatNumber(locale, total) })}
        {counts.moreThan !== undefined && t('users.moreThan', { shown: formatNumber(locale, counts.moreThan) })}
        {counts.atMost !== undefined && t('users.atMost', { shown: formatNumber(locale, counts.atMost) })}
      </p>
      {page.users.length === 0 ? (
        <div className="users-nothing">
          <p>{t('users.nothing')}</p>
          <p>
            {t('users.nothingHint')}{' '}
            <ListLink id="users-reset" list={readList({})}>
              {t('users.reset')}
            </ListLink>
            .
          </p>
        </div>
      ) : (
        <form method="get" action={localised(locale, paths.adminUsersBulk)} className="users-form">
          <UsersTable list={list} users={page.users} now={now} />
          <BulkBar list={list} total={shown} />
        </form>
      )}
      <nav className="users-pages" aria-label={t('users.pages')}>
        {page.previous && (
          <ListLink id="page-previous" className="button button-quiet" list={page.previous} rel="prev">
            <Icon name="i-lucide-arrow-left" />
            {t('users.previous')}
          </ListLink>
        )}
        {page.next && (
          <ListLink id="page-next" className="button button-quiet" list={page.next} rel="next">
            {t('users.next')}
            <Icon name="i-lucide-arrow-right" />
          </ListLink>
        )}
      </nav>
      <form className="users-export" method="post" action={localised(locale, paths.adminUsersExport)} data-downloads="">
        <input
          type="hidden"
          name="query"
          value={listParams({ ...list, after: undefined, before: undefined }).toString()}
        />
        <label className="check">
          <input type="checkbox" name="mark" value="yes" defaultChecked />
          {t('users.exportMark')}
        </label>
        <button type="submit" className="button button-quiet">
          <Icon name="i-lucide-download" />
          {t('users.export')}
        </button>
      </form>
    </div>
  )
}

/** What a search keeps of the list it narrows; the fields belong to the search form, and change with the list. */
function ListFields({ list }: Pick<UsersListProps, 'list'>) {
  const params = [...listParams({ ...list, after: undefined, before: undefined })].filter(([name]) => name !== 'q')
  return params.map(([name, value]) => <input key={name} type="hidden" form="users-search" name={name} value={value} />)
}
