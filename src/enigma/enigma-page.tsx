import { AlertNews } from '../alerts/alert-news.tsx'
import { useLocale } from '../i18n/context.tsx'
import { FeedBadge, FeedNotice, type FeedProps } from '../live/feed-notice.tsx'
import { EnigmaLayout } from '../ui/layouts/enigma.tsx'
import { ListHead } from '../ui/list/list-head.tsx'
import { ListKeys } from '../ui/list/list-keys.tsx'
import { ListSearch } from '../ui/list/list-search.tsx'
import { AssetList, type AssetListProps } from './asset-list.tsx'
import { assetsPlace, listPath } from './list-address.ts'
import { maxSearch } from './list-query.ts'
import { SettingsForm } from './settings-form.tsx'

export interface EnigmaPageProps extends AssetListProps, Pick<FeedProps, 'feedId'> {
  unseen: number
}

export function EnigmaPage({ feedId, unseen, ...region }: EnigmaPageProps) {
  const { t } = useLocale()
  return (
    <EnigmaLayout unseen={unseen}>
      <AlertNews />
      <ListHead title={t('enigma.title')} note={<FeedBadge feedId={feedId} state={region.state} />} />
      <FeedNotice state={region.state} />
      <ListSearch
        of={assetsPlace}
        search={region.list.search}
        maxLength={maxSearch}
        delayMs={150}
        words={{
          label: 'enigma.search',
          placeholder: 'enigma.searchPlaceholder',
          submit: 'enigma.find',
          failed: 'enigma.failed',
        }}
      >
        <SettingsForm settings={region.settings} back={listPath(region.list)} />
        <ListKeys
          of={assetsPlace}
          actKey="s"
          words={{
            title: 'enigma.keys',
            move: 'enigma.keysMove',
            act: 'enigma.keysStar',
            open: 'enigma.keysOpen',
            search: 'enigma.keysSearch',
            help: 'enigma.keysHelp',
          }}
        />
      </ListSearch>
      <AssetList {...region} />
    </EnigmaLayout>
  )
}
