import { useLocale } from '../i18n/context.tsx'
import { Notice } from '../ui/notice.tsx'

export function TokenRefused() {
  const { t } = useLocale()
  return <Notice kind="warning">{t('broadcast.tokenRefused')}</Notice>
}
