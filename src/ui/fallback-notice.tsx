import { useLocale } from '../i18n/context.tsx'
import { type Locale, languageNames } from '../i18n/locales.ts'
import { Banner } from './banners/banner.tsx'
import { Icon } from './icon.tsx'

export interface FallbackNoticeProps {
  /** Language of the text below the notice, which is not available in the page's language. */
  locale: Locale
}

export function FallbackNotice({ locale }: FallbackNoticeProps) {
  const { t } = useLocale()
  return (
    <Banner id={`fallback-${locale}`} className="fallback-notice" label={t('ui.fallbackTitle')}>
      <Icon name="i-lucide-languages" />
      <p>
        <strong>{t('ui.fallbackTitle')}.</strong> {t('ui.fallbackText', { language: languageNames[locale] })}
      </p>
    </Banner>
  )
}
