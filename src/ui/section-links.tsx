import { useLocale } from '../i18n/context.tsx'
import { localised, splitLocale } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { useFrame } from './frame.tsx'

interface Section {
  path: string
  label: MessageKey
  isCurrent: boolean
}

/** Links to the site's sections, the one the reader is in marked; on the pages of the app, to the parts of the app. */
export function SectionLinks() {
  const { section, viewer, path } = useFrame()
  const { locale, t } = useLocale()
  const place = splitLocale(path).path
  const parts: Section[] = viewer
    ? [
        { path: paths.app, label: 'market.overview', isCurrent: place === paths.app },
        { path: paths.charts, label: 'charts.title', isCurrent: place.startsWith(paths.charts) },
        { path: paths.enigma, label: 'enigma.title', isCurrent: place.startsWith(paths.enigma) },
      ]
    : [
        { path: paths.docs, label: 'ui.docs', isCurrent: section === 'docs' },
        { path: paths.blog, label: 'ui.blog', isCurrent: section === 'blog' },
      ]
  return parts.map(({ path, label, isCurrent }) => (
    <a key={path} href={localised(locale, path)} aria-current={isCurrent || undefined}>
      {t(label)}
    </a>
  ))
}
