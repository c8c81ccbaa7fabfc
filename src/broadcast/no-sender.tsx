import { useLocale } from '../i18n/context.tsx'
import { Notice } from '../ui/notice.tsx'

/** What to do where no process sends. */
export function NoSender() {
  const { t } = useLocale()
  return <Notice kind="warning">{t('broadcast.noSender')}</Notice>
}
