import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { columns, type ListSettings, views } from './settings.ts'

export interface SettingsFormProps {
  settings: ListSettings
  /** Redirect target after saving: a path below the locale, with its query */
  back: string
}

export function SettingsForm({ settings, back }: SettingsFormProps) {
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
