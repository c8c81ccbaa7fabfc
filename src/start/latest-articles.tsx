import type { ArticleSummary } from '../content/views.ts'
import { useLocale } from '../i18n/context.tsx'
import { formatShortDate } from '../i18n/format.ts'
import { paths } from '../paths.ts'
import { StartCard } from './start-card.tsx'

export interface LatestArticlesProps {
  articles: ArticleSummary[]
}

export function LatestArticles({ articles }: LatestArticlesProps) {
  const { locale, t } = useLocale()
  if (articles.length === 0) return null
  return (
    <StartCard
      id="latest"
      title={t('market.start.latest')}
      more={{ path: paths.blog, text: t('market.start.allArticles') }}
    >
      <ul className="start-articles">
        {articles.map(({ path, title, date, category }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <p>
              <time dateTime={date}>{formatShortDate(locale, date)}</time> · {category.label}
            </p>
          </li>
        ))}
      </ul>
    </StartCard>
  )
}
