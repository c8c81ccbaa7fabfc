import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'

export interface StartButtonProps {
  kind?: 'primary' | 'quiet'
}

export function StartButton({ kind = 'primary' }: StartButtonProps) {
  const { locale, t } = useLocale()
  const quickStart = localised(locale, href(paths.docsPage, { slug: 'start/quick-start' }))
  return (
    <Button href={quickStart} size="large" kind={kind} iconAfter="i-lucide-arrow-right">
      {t('site.heroStart')}
    </Button>
  )
}
