import { useLocale } from '../i18n/context.tsx'
import { Icon } from './icon.tsx'

const modes = [
  { mode: 'system', icon: 'i-lucide-monitor', label: 'ui.colorModeSystem' },
  { mode: 'light', icon: 'i-lucide-sun', label: 'ui.colorModeLight' },
  { mode: 'dark', icon: 'i-lucide-moon', label: 'ui.colorModeDark' },
] as const

/** Three buttons, of which the inline script marks one on `<html>`; without JavaScript they are hidden. */
export function ColorMode() {
  const { t } = useLocale()
  return (
    <fieldset className="color-mode">
      <legend className="visually-hidden">{t('ui.colorMode')}</legend>
      {modes.map(({ mode, icon, label }) => (
        <button
          key={mode}
          type="button"
          value={mode}
          title={t(label)}
          aria-label={t(label)}
          aria-pressed="false"
          data-set-color-mode
        >
          <Icon name={icon} />
        </button>
      ))}
    </fieldset>
  )
}
