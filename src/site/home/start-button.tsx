import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'

export function StartButton() {
  const { locale, t } = useLocale()
  const quickStart = localised(locale, href(paths.docsPage, { slug: 'start/quick-start' }))
  return (
    <Button href={quickStart} size="large" iconAfter="i-lucide-arrow-right">
      {t('site.heroStart')}
    </Button>
  )
}
