import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { FeedBadge, FeedNotice, type FeedProps } from '../live/feed-notice.tsx'
import { paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EnigmaLayout } from '../ui/layouts/app.tsx'
import { ListHead } from '../ui/list/list-head.tsx'
import { ListKeys } from '../ui/list/list-keys.tsx'
import { ListSearch } from '../ui/list/list-search.tsx'
import { AssetList, type AssetListProps } from './asset-list.tsx'
import { assetsPlace, listPath, maxSearch } from './list-query.ts'
import { columns, type ListSettings, views } from './settings.ts'

export interface EnigmaPageProps extends AssetListProps, Pick<FeedProps, 'feedId'> {}

export function EnigmaPage({ feedId, ...region }: EnigmaPageProps) {
  const { t } = useLocale()
  return (
    <EnigmaLayout>
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

interface SettingsFormProps {
  settings: ListSettings
  /** Redirect target after the settings are saved: a path below the locale, with its query */
  back: string
}

function SettingsForm({ settings, back }: SettingsFormProps) {
  const { locale, t } = useLocale()
  return (
    <details className="enigma-settings">
      <summary className="button button-quiet">
        <Icon name="i-lucide-sliders-horizontal" />
        {t('enigma.settings')}
      </summary>
      <form method="post" action={localised(locale, paths.enigmaSettings)}>
        <input type="hidden" name="back" value={back} />
        <fieldset>
          <legend>{t('enigma.view')}</legend>
          {views.map((view) => (
            <label key={view} className="enigma-choice">
              <input type="radio" name="view" value={view} defaultChecked={settings.view === view} />
              {t(`enigma.views.${view}`)}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t('enigma.columns')}</legend>
          {columns.map((column) => (
            <label key={column} className="enigma-choice">
              <input type="checkbox" name="columns" value={column} defaultChecked={settings.columns.includes(column)} />
              {t(`enigma.columnNames.${column}`)}
            </label>
          ))}
        </fieldset>
        <SubmitButton>{t('enigma.save')}</SubmitButton>
      </form>
    </details>
  )
}
