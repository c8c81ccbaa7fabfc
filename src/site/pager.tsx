import type { PageLink } from '../content/library/views.ts'
import { useLocale } from '../i18n/context.tsx'
import { Icon } from '../ui/icon.tsx'
import { CodeText } from '../ui/titles/code-text.tsx'

export interface PagerProps {
  previous?: PageLink
  next?: PageLink
}

export function Pager({ previous, next }: PagerProps) {
  const { t } = useLocale()
  if (!previous && !next) return null
  return (
    <nav className="pager" aria-label={t('docs.neighbours')}>
      {previous && (
        <a href={previous.path} rel="prev">
          <small>
            <Icon name="i-lucide-arrow-left" />
            {t('docs.previous')}
          </small>
          <CodeText text={previous.title} />
        </a>
      )}
      {next && (
        <a href={next.path} rel="next">
          <small>
            {t('docs.next')}
            <Icon name="i-lucide-arrow-right" />
          </small>
          <CodeText text={next.title} />
        </a>
      )}
    </nav>
  )
}
