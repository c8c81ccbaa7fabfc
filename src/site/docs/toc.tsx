import type { TocLink } from '../../content/mdc/ast.ts'
import { useLocale } from '../../i18n/context.tsx'
import { TocList } from './toc-list.tsx'

export interface TocProps {
  links: TocLink[]
}

export function Toc({ links }: TocProps) {
  const { t } = useLocale()
  if (links.length === 0) return null
  return (
    <nav className="toc" aria-labelledby="toc-title">
      <p id="toc-title">{t('docs.onThisPage')}</p>
      <TocList links={links} />
    </nav>
  )
}
