import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { useFrame } from './frame.tsx'

/** Links to the site's sections, the one the reader is in marked. */
export function SectionLinks() {
  const { section } = useFrame()
  const { locale, t } = useLocale()
  return (
    <>
      <a href={localised(locale, paths.docs)} aria-current={section === 'docs' || undefined}>
        {t('ui.docs')}
      </a>
      <a href={localised(locale, paths.blog)} aria-current={section === 'blog' || undefined}>
        {t('ui.blog')}
      </a>
    </>
  )
}
