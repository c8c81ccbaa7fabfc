import { useLocale } from '../../i18n/context.tsx'
import { paths } from '../../paths.ts'
import { useFrame } from '../frame.tsx'

/** Placeholder in a text for the number of seconds, which the browser inserts */
const reloadSeconds = '{s}'

/** Offer of a new version, hidden until the browser detects a newer build of the site. */
export function NewVersion() {
  const { buildCheckSeconds } = useFrame()
  const { t } = useLocale()
  if (buildCheckSeconds === 0) return null
  return (
    <aside
      className="new-version"
      role="alert"
      data-new-version={`${paths.builds}/latest.json`}
      data-every={buildCheckSeconds * 1000}
      hidden
    >
      <p>{t('ui.newVersion')}</p>
      <button type="button" className="button button-primary">
        {t('ui.newVersionLoad')}
      </button>
      <p role="status" data-reload-waits={t('ui.newVersionWaits', { seconds: reloadSeconds })} hidden />
    </aside>
  )
}
