import { useLocale } from '../i18n/context.tsx'
import { type Locale, languageNames } from '../i18n/locales.ts'
import { Icon } from './icon.tsx'

export interface FallbackNoticeProps {
  /** Language the text below is really in. */
  locale: Locale
}

export function FallbackNotice({ locale }: FallbackNoticeProps) {
  const { t } = useLocale()
  return (
    <aside className="fallback-notice" aria-label={t('ui.fallbackTitle')}>
      <Icon name="i-lucide-languages" />
      <p>
        <strong>{t('ui.fallbackTitle')}.</strong> {t('ui.fallbackText', { language: languageNames[locale] })}
      </p>
    </aside>
  )
}
