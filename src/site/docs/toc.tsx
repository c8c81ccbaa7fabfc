import type { TocLink } from '../../content/mdc/ast.ts'
import { useLocale } from '../../i18n/context.tsx'
import { frameIds } from '../../ui/frame-ids.ts'
import { TocList } from './toc-list.tsx'

export interface TocProps {
  links: TocLink[]
}

export function Toc({ links }: TocProps) {
  const { t } = useLocale()
  if (links.length === 0) return null
  return (
    <nav className="toc" aria-labelledby={frameIds.tocTitle}>
      <p id={frameIds.tocTitle}>{t('docs.onThisPage')}</p>
      <TocList links={links} />
    </nav>
  )
}
