import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { KeysHelp } from '../ui/keys-help.tsx'
import { AdminLayout } from '../ui/layouts/admin.tsx'
import { swapsList } from './list-address.ts'
import type { SavedView } from './queries.ts'
import { SavedViews } from './saved-views.tsx'
import { UsersList, type UsersListProps } from './users-list.tsx'

export interface UsersPageProps extends UsersListProps {
  views: SavedView[]
}

/** Everybody who has an account: search, filters, rows. */
export function UsersPage({ views, ...region }: UsersPageProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, paths.adminUsers)
  return (
    <AdminLayout current="users">
      <header className="admin-head">
        <h1>{t('users.title')}</h1>
        <div className="admin-tools">
          <SavedViews list={region.list} views={views} />
          <Button href={localised(locale, paths.adminUsersInvitation)} icon="i-lucide-user-plus">
            {t('users.invite.title')}
          </Button>
        </div>
      </header>
      <search className="users-search">
        <form id="users-search" action={action} {...swapsList(action)} hx-trigger="input delay:200ms, submit">
          <Icon name="i-lucide-search" />
          <input
            id="users-search-field"
            type="search"
            name="q"
            defaultValue={region.list.search}
            placeholder={t('users.searchPlaceholder')}
            aria-label={t('users.search')}
            aria-controls="users-list"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={100}
          />
          <button type="submit" className="button button-primary">
            {t('users.submit')}
          </button>
          <KeysHelp id="users-keys" label="users.keys" keys={keys} className="users-keys-button" />
        </form>
        <p className="form-problem" role="alert" data-users-failed hidden>
          {t('users.failed')}
        </p>
      </search>
      <UsersList {...region} />
    </AdminLayout>
  )
}

const keys = [
  { keys: ['j', 'k'], label: 'users.keysMove' },
  { keys: ['x'], label: 'users.keysSelect' },
  { keys: ['Enter'], label: 'users.keysOpen' },
  { keys: ['/'], label: 'users.keysSearch' },
  { keys: ['?'], label: 'users.keysHelp' },
] as const
