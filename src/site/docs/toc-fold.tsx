import type { TocLink } from '../../content/mdc/ast.ts'
import { useLocale } from '../../i18n/context.tsx'
import { TocList } from './toc-list.tsx'

export interface TocFoldProps {
  links: TocLink[]
}

export function TocFold({ links }: TocFoldProps) {
  const { t } = useLocale()
  if (links.length === 0) return null
  return (
    <details className="toc-fold">
      <summary>{t('docs.onThisPage')}</summary>
      <TocList links={links} />
    </details>
  )
}
