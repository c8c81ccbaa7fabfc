import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { useFrame } from '../../ui/frame.tsx'

const slug = 'start/quick-start'

export interface StartButtonProps {
  kind?: 'primary' | 'quiet'
}

export function StartButton({ kind = 'primary' }: StartButtonProps) {
  const { locale, t } = useLocale()
  const { hasGuide = () => true } = useFrame()
  const isThere = hasGuide(slug)
  const start = isThere ? href(paths.docsPage, { slug }) : paths.docs
  return (
    <Button href={localised(locale, start)} size="large" kind={kind} iconAfter="i-lucide-arrow-right">
      {t(isThere ? 'site.heroStart' : 'ui.docs')}
    </Button>
  )
}
