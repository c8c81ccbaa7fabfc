import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { AdminLayout } from '../../ui/layouts/admin.tsx'
import { ListHead } from '../../ui/list/list-head.tsx'
import { ListKeys } from '../../ui/list/list-keys.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import type { WaitingReplacement } from '../factor/factor-queries.ts'
import { WaitingNotice } from '../factor/waiting-notice.tsx'
import type { SavedView } from '../queries.ts'
import { usersPlace } from './list-address.ts'
import { maxSearch } from './list-query.ts'
import { SavedViews } from './saved-views.tsx'
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
