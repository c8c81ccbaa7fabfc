import { useLocale } from '../i18n/context.tsx'
import { Icon } from '../ui/icon.tsx'
import { ListLink } from '../ui/list/list-link.tsx'
import type { ListPlace } from '../ui/list/list-place.ts'

export interface PagesProps {
  of: ListPlace
  previous: URLSearchParams | undefined
  next: URLSearchParams | undefined
  previousLabel?: string
  nextLabel?: string
}

/** Links to the previous and the next page of a list; renders nothing if there is only one page. */
export function Pages({ of, previous, next, previousLabel, nextLabel }: PagesProps) {
  const { t } = useLocale()
  if (!previous && !next) return null
  const link = { of, className: 'button button-quiet' }
  return (
    <nav className="broadcast-pages" aria-label={t('broadcast.pages')}>
      {previous && (
        <ListLink id="page-previous" params={previous} rel="prev" {...link}>
          <Icon name="i-lucide-arrow-left" />
          {previousLabel ?? t('broadcast.previous')}
        </ListLink>
      )}
      {next && (
        <ListLink id="page-next" params={next} rel="next" {...link}>
          {nextLabel ?? t('broadcast.next')}
          <Icon name="i-lucide-arrow-right" />
        </ListLink>
      )}
    </nav>
  )
}
