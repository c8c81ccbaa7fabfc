import { useLocale } from '../i18n/context.tsx'
import { Icon } from './icon.tsx'
import { CodeText } from './titles/code-text.tsx'

export interface BreadcrumbsProps {
  /**
   * Levels above the page, from the section down; an item without a path is plain text. The page itself is omitted,
   * because the heading names it.
   */
  items: { title: string; path?: string }[]
}

export function Breadcrumbs({ items }: BreadcrumbsProps) {
  const { t } = useLocale()
  return (
    <nav className="breadcrumbs" aria-label={t('ui.breadcrumbs')}>
      <ol>
        {items.map(({ title, path }) => (
          <li key={`${path ?? ''}${title}`}>
            {path ? (
              <a href={path}>
                <CodeText text={title} />
              </a>
            ) : (
              <span>
                <CodeText text={title} />
              </span>
            )}
            <Icon name="i-lucide-chevron-right" />
          </li>
        ))}
      </ol>
    </nav>
  )
}
