import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../icon.tsx'
import { ListLink } from './list-link.tsx'
import type { ListPlace } from './list-place.ts'

export interface ListPagesProps {
  of: ListPlace
  previous: URLSearchParams | undefined
  next: URLSearchParams | undefined
  previousLabel?: string
  nextLabel?: string
  /** Which rows the page shows */
  children?: ReactNode
}

/** Links to the previous and the next page of a list; renders nothing if there is only one page. */
export function ListPages({ of, previous, next, previousLabel, nextLabel, children }: ListPagesProps) {
  const { t } = useLocale()
  if (!previous && !next) return null
  const link = { of, className: 'button button-quiet' }
  return (
    <nav className="list-pages" aria-label={t('ui.listPages')}>
      {previous && (
        <ListLink id="page-previous" params={previous} rel="prev" {...link}>
          <Icon name="i-lucide-arrow-left" />
          {previousLabel ?? t('ui.listPrevious')}
        </ListLink>
      )}
      {children && <span className="list-pages-rows">{children}</span>}
      {next && (
        <ListLink id="page-next" params={next} rel="next" {...link}>
          {nextLabel ?? t('ui.listNext')}
          <Icon name="i-lucide-arrow-right" />
        </ListLink>
      )}
    </nav>
  )
}
