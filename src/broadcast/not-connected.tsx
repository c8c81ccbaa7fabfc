import { useLocale } from '../i18n/context.tsx'
import { Notice } from '../ui/notice.tsx'

/** What to do where there is no bot to send by. */
export function NotConnected() {
  const { t } = useLocale()
  return (
    <Notice kind="warning">
      {t('broadcast.notConnected')} <code>TELEGRAM_TOKEN</code>. {t('broadcast.notConnectedHint')}
    </Notice>
  )
}
