import type { TocLink } from '../../content/mdc/ast.ts'
import { useLocale } from '../../i18n/context.tsx'
import { frameIds } from '../../ui/frame-ids.ts'
import { TocList } from './toc-list.tsx'

export interface TocProps {
  links: TocLink[]
}

export function Toc({ links }: TocProps) {
  const { t } = useLocale()
  const [first] = links
  if (!first) return null
  return (
    <nav className="toc" aria-labelledby={frameIds.tocTitle}>
      <p id={frameIds.tocTitle}>{t('docs.onThisPage')}</p>
      {/* Marked by the script, it would have the page styled and painted again just after its first paint. */}
      <TocList links={links} current={first.id} />
    </nav>
  )
}
