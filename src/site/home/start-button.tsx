import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { useFrame } from '../../ui/frame.tsx'

const slug = 'start/quick-start'

export function StartButton() {
  const { locale, t } = useLocale()
  const { hasGuide = () => true } = useFrame()
  const isThere = hasGuide(slug)
  const start = isThere ? href(paths.docsPage, { slug }) : paths.docs
  return (
    <Button href={localised(locale, start)} size="large" kind="quiet" iconAfter="i-lucide-arrow-right">
      {t(isThere ? 'site.start' : 'ui.docs')}
    </Button>
  )
}

/**
 * Link to registration. The landing page is the same for everyone, so it also contains a link to the app; styles show
 * the one that fits the header's user slot. Without scripts, registration redirects members to the app.
 */
export function AccountButton() {
  const { locale, t } = useLocale()
  return (
    <>
      <span className="for-guests">
        <Button href={localised(locale, paths.register)} size="large">
          {t('auth.register')}
        </Button>
      </span>
      <span className="for-members">
        <Button href={localised(locale, paths.app)} size="large">
          {t('account.openApp')}
        </Button>
      </span>
    </>
  )
}
