import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { changedList } from '../../pages/list-cursor.ts'
import { href, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { ListHead } from '../../ui/list/list-head.tsx'
import { ListKeys } from '../../ui/list/list-keys.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import type { WaitingReplacement } from '../factor/factor-queries.ts'
import { WaitingNotice } from '../factor/factor-replacement.tsx'
import type { SavedView } from '../queries.ts'
import { listParams, maxSearch, type UserList, usersPlace } from './list-query.ts'
import { UsersList, type UsersListProps } from './users-list.tsx'

export interface UsersPageProps extends UsersListProps {
  views: SavedView[]
  waiting: WaitingReplacement[]
}

export function UsersPage({ views, waiting, ...region }: UsersPageProps) {
  const { locale, t } = useLocale()
  return (
    <AdminLayout>
      <ListHead
        title={t('users.title')}
        acts={
          <>
            <SavedViews list={region.list} views={views} />
            <Button href={localised(locale, paths.adminUsersInvitation)} icon="i-lucide-user-plus">
              {t('users.invite.title')}
            </Button>
          </>
        }
      />
      <WaitingNotice waiting={waiting} />
      <ListSearch
        of={usersPlace}
        search={region.list.search}
        maxLength={maxSearch}
        delayMs={200}
        isMain
        words={{
          label: 'users.search',
          placeholder: 'users.searchPlaceholder',
          submit: 'users.submit',
          failed: 'users.failed',
        }}
      >
        <ListKeys
          of={usersPlace}
          actKey="x"
          words={{
            title: 'users.keys',
            move: 'users.keysMove',
            act: 'users.keysSelect',
            open: 'users.keysOpen',
            search: 'users.keysSearch',
            help: 'users.keysHelp',
          }}
        />
      </ListSearch>
      <UsersList {...region} />
    </AdminLayout>
  )
}

interface SavedViewsProps {
  list: UserList
  views: SavedView[]
}

function SavedViews({ list, views }: SavedViewsProps) {
  const { locale, t } = useLocale()
  return (
    <details className="users-views" data-menu>
      <summary className="button button-quiet">
        <Icon name="i-lucide-bookmark" />
        {t('users.views')}
        {views.length > 0 && <span className="chip-count">{views.length}</span>}
      </summary>
      <div className="users-views-panel">
        {views.length === 0 && <p className="faint">{t('users.viewsNone')}</p>}
        <ul>
          {views.map(({ id, name, query }) => (
            <li key={id}>
              <a href={`${localised(locale, paths.adminUsers)}?${query}`}>{name}</a>
              <form method="post" action={localised(locale, href(paths.adminUsersViewRemoval, { id }))}>
                <button type="submit" className="icon-button" aria-label={t('users.viewRemove', { name })}>
                  <Icon name="i-lucide-trash-2" />
                </button>
              </form>
            </li>
          ))}
        </ul>
        <form className="users-view-save" method="post" action={localised(locale, paths.adminUsersViews)}>
          <FormKey />
          <input type="hidden" name="query" value={listParams(changedList(list, {})).toString()} />
          <label className="field">
            <span>{t('users.viewName')}</span>
            <input name="name" required maxLength={60} autoComplete="off" aria-describedby="view-name-hint" />
            <span className="field-hint" id="view-name-hint">
              {t('ui.upTo', { max: 60 })}
            </span>
          </label>
          <button type="submit" className="button button-primary">
            {t('users.viewSave')}
          </button>
        </form>
      </div>
    </details>
  )
}
