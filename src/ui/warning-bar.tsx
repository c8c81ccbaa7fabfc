import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { useFrame } from './frame.tsx'
import { Icon } from './icon.tsx'

export function WarningBar() {
  const { viewer, path } = useFrame()
  const { locale, t } = useLocale()
  const sessions = localised(locale, paths.accountSessions)
  const isShownByPage = path === sessions
  if (!viewer?.hasWarnings || isShownByPage) return null
  return (
    <aside className="impersonation-bar" aria-label={t('account.warned')} data-warnings>
      <Icon name="i-lucide-shield-alert" />
      <p>{t('account.warned')}</p>
      <a href={sessions}>{t('account.warnedMore')}</a>
    </aside>
  )
}
