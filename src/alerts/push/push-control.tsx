import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'

/** Button that makes this browser show fired alerts. Its behavior reveals it where the browser can do so. */
export function PushControl({ publicKey }: { publicKey: string }) {
  const { locale, t } = useLocale()
  return (
    <div
      className="alert-push"
      hidden
      data-push={publicKey}
      data-worker={paths.pushWorker}
      data-action={localised(locale, paths.alertPush)}
      data-removal={localised(locale, paths.alertPushEnd)}
      data-on={t('alerts.push.on')}
      data-off={t('alerts.push.off')}
      data-denied={t('alerts.push.denied')}
      data-failed={t('alerts.push.failed')}
    >
      <button type="button" className="button button-quiet" aria-pressed="false">
        <Icon name="i-lucide-bell-ring" />
        {t('alerts.push.act')}
      </button>
      <p role="status" />
    </div>
  )
}
