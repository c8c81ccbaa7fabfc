import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../icon.tsx'

/**
 * Control that saves documentation for offline use. Its room is reserved but empty until the browser's script knows the
 * state; the script reads the texts of each state from data attributes.
 */
export function OfflineControl() {
  const { locale, t } = useLocale()
  return (
    <section className="offline-control" aria-label={t('offline.label')} data-offline={locale}>
      <Icon name="i-lucide-cloud-download" />
      <div className="offline-state">
        <p
          aria-live="polite"
          data-off={t('offline.off')}
          data-loading={t('offline.loading')}
          data-kept={t('offline.kept')}
          data-kept-searchless={t('offline.keptSearchless')}
          data-failed={t('offline.failed')}
          data-failed-network={t('offline.failedNetwork')}
          data-failed-space={t('offline.failedSpace')}
          data-unsupported={t('offline.unsupported')}
        />
        <progress max={100} value={0} aria-label={t('offline.loading')} hidden />
      </div>
      <button
        type="button"
        data-off={t('offline.turnOn')}
        data-loading={t('offline.stop')}
        data-kept={t('offline.turnOff')}
        data-failed={t('offline.retry')}
      />
    </section>
  )
}
