import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { EnigmaLayout } from '../../ui/layouts/enigma.tsx'
import { AlertNews } from '../alerts/alert-news.tsx'
import { AssetList, type AssetListProps } from './asset-list.tsx'
import { FeedBadge, type FeedBadgeProps } from './feed-notice.tsx'
import { AssetKeysHelp } from './keys-help.tsx'
import { swapsList } from './list-address.ts'
import { listParams } from './list-query.ts'
import { SettingsForm } from './settings-form.tsx'

export interface EnigmaPageProps extends AssetListProps, FeedBadgeProps {
  unseen: number
}

/** Everything that is traded: search, sets, rows that move. */
export function EnigmaPage({ feedId, unseen, ...region }: EnigmaPageProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, paths.enigma)
  const params = listParams(region.list).toString()
  return (
    <EnigmaLayout current="list" unseen={unseen}>
      <AlertNews />
      <header className="enigma-head">
        <h1>{t('enigma.title')}</h1>
        <FeedBadge feedId={feedId} />
      </header>
      <div className="enigma-tools">
        <search className="enigma-search">
          <form id="asset-search" action={action} {...swapsList(action)} hx-trigger="input delay:150ms, submit">
            <Icon name="i-lucide-search" />
            <input
              id="asset-search-field"
              type="search"
              name="q"
              defaultValue={region.list.search}
              placeholder={t('enigma.searchPlaceholder')}
              aria-label={t('enigma.search')}
              aria-controls="asset-list"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={50}
            />
            <button type="submit" className="button button-quiet">
              {t('enigma.find')}
            </button>
          </form>
        </search>
        <SettingsForm settings={region.settings} back={paths.enigma + (params ? `?${params}` : '')} />
        <AssetKeysHelp />
      </div>
      <p className="form-problem" role="alert" data-assets-failed hidden>
        {t('enigma.failed')}
      </p>
      <AssetList {...region} />
    </EnigmaLayout>
  )
}
