import { useLocale } from '../../i18n/context.tsx'
import { CachedPart } from '../cached-part.tsx'
import { Icon } from '../icon.tsx'

const modes = [
  { mode: 'system', icon: 'i-lucide-monitor', label: 'ui.colorModeSystem' },
  { mode: 'light', icon: 'i-lucide-sun', label: 'ui.colorModeLight' },
  { mode: 'dark', icon: 'i-lucide-moon', label: 'ui.colorModeDark' },
] as const

/** Button that shows the chosen color mode and opens the choice of modes; hidden without scripts. */
export function ColorMode() {
  const { t } = useLocale()
  return (
    <CachedPart as="details" name="color-mode" className="color-mode" data-menu>
      <summary title={t('ui.colorMode')} aria-label={t('ui.colorMode')}>
        {modes.map(({ mode, icon }) => (
          <Icon key={mode} name={icon} className={`color-mode-${mode}`} />
        ))}
      </summary>
      <ColorModes />
    </CachedPart>
  )
}

/** Buttons of the color modes. The inline script marks the chosen mode on `<html>`, and CSS shows it. */
export function ColorModes() {
  const { t } = useLocale()
  return (
    <CachedPart as="fieldset" name="color-modes" className="color-modes">
      <legend className="visually-hidden">{t('ui.colorMode')}</legend>
      {modes.map(({ mode, icon, label }) => (
        <button key={mode} type="button" value={mode} aria-pressed="false" data-set-color-mode>
          <Icon name={icon} />
          {t(label)}
        </button>
      ))}
    </CachedPart>
  )
}
