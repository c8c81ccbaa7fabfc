import { useLocale } from '../i18n/context.tsx'
import type { MessageKey } from '../i18n/translate.ts'
import { Notice } from '../ui/notice.tsx'
import { GuideLink } from '../ui/titles/guide-link.tsx'

export function NotConnected({ hint = 'broadcast.notConnectedHint' }: { hint?: MessageKey }) {
  const { t } = useLocale()
  return (
    <Notice kind="warning">
      {t('broadcast.notConnected')} <code>TELEGRAM_TOKEN</code>. {t(hint)}{' '}
      <GuideLink slug="operations/telegram">{t('broadcast.connectingGuide')}</GuideLink>
    </Notice>
  )
}

export function TokenRefused() {
  const { t } = useLocale()
  return <Notice kind="warning">{t('broadcast.tokenRefused')}</Notice>
}

export function NoSender() {
  const { t } = useLocale()
  return <Notice kind="warning">{t('broadcast.noSender')}</Notice>
}
