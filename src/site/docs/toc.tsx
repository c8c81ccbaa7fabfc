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
      {/* The server marks the first link as current: a script would cause another style and paint right after the
          first one. */}
      <TocList links={links} current={first.id} />
    </nav>
  )
}
