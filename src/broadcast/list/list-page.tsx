import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { AdminLayout } from '../../ui/layouts/admin.tsx'
import { ListHead } from '../../ui/list/list-head.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { FlashToast } from '../../ui/toasts/flash-toast.tsx'
import { NoSender } from '../no-sender.tsx'
import { NotConnected } from '../not-connected.tsx'
import { TokenRefused } from '../token-refused.tsx'
import { BroadcastListRegion, type BroadcastListRegionProps } from './broadcast-list-region.tsx'
import { listPlace, maxSearch } from './list-query.ts'

export interface ListPageProps extends BroadcastListRegionProps {
  isConnected: boolean
  isRefused: boolean
  isUnattended: boolean
  flash: string | undefined
}

export function ListPage({ isConnected, isRefused, isUnattended, flash, ...region }: ListPageProps) {
  const { locale, t } = useLocale()
  return (
    <AdminLayout>
      <ListHead
        title={t('broadcast.title')}
        acts={
          <Button href={localised(locale, paths.newBroadcast)} icon="i-lucide-plus">
            {t('broadcast.create')}
          </Button>
        }
      />
      <FlashToast>{flash}</FlashToast>
      {!isConnected && <NotConnected />}
      {isRefused && <TokenRefused />}
      {isUnattended && <NoSender />}
      <ListSearch
        of={listPlace}
        search={region.list.search}
        maxLength={maxSearch}
        delayMs={200}
        words={{
          label: 'broadcast.search',
          placeholder: 'broadcast.searchPlaceholder',
          submit: 'broadcast.submit',
          failed: 'broadcast.failedToLoad',
        }}
      />
      <BroadcastListRegion {...region} />
    </AdminLayout>
  )
}
