import type { ArticleSummary } from '../../content/library/views.ts'
import { useLocale } from '../../i18n/context.tsx'
import { type Locale, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CodeText } from '../../ui/titles/code-text.tsx'
import { ArticleCard } from '../blog/article-card.tsx'

/** Articles for newcomers, in the order in which to read them; other content may lack them */
const startArticles = [
  { category: 'markets', slug: 'what-a-tick-is' },
  { category: 'markets', slug: 'moscow-time-and-markets' },
  { category: 'markets', slug: 'paper-trading-honestly' },
  { category: 'engineering', slug: 'why-a-backtest-flatters' },
  { category: 'product', slug: 'hello-kurs' },
]

const latestCount = 3

export interface ArticlesOfHome {
  /** Articles for newcomers, in reading order */
  start: ArticleSummary[]
  /** Newest articles; the page shows them only where it has none for newcomers */
  latest: ArticleSummary[]
}

/** @param summaries  all articles, newest first */
export function articlesOfHome(summaries: ArticleSummary[], locale: Locale): ArticlesOfHome {
  const start = startArticles.flatMap((params) => {
    const path = localised(locale, href(paths.blogArticle, params))
    return summaries.find((summary) => summary.path === path) ?? []
  })
  return { start, latest: summaries.slice(0, latestCount) }
}

export interface HomeArticlesProps {
  articles: ArticlesOfHome
}

export function HomeArticles({ articles: { start, latest } }: HomeArticlesProps) {
  const { locale, t } = useLocale()
  const isPath = start.length > 0
  if (latest.length === 0) return null
  return (
    <section className="home-section" aria-labelledby="articles">
      <div className="home-heading">
        <h2 id="articles">{t(isPath ? 'site.startTitle' : 'site.latestTitle')}</h2>
        <Button href={localised(locale, paths.blog)} kind="quiet" iconAfter="i-lucide-arrow-right">
          {t('site.latestAll')}
        </Button>
      </div>
      {isPath ? <ArticlePath articles={start} /> : <LatestArticles articles={latest} />}
    </section>
  )
}

interface ArticlesProps {
  articles: ArticleSummary[]
}

function ArticlePath({ articles }: ArticlesProps) {
  const { t } = useLocale()
  return (
    <ol className="home-steps">
      {articles.map(({ path, title, readingMinutes }) => (
        <li key={path}>
          <h3>
            <a href={path}>
              <CodeText text={title} />
            </a>
          </h3>
          <p>{t('blog.readingTime', { minutes: readingMinutes })}</p>
        </li>
      ))}
    </ol>
  )
}

function LatestArticles({ articles }: ArticlesProps) {
  return (
    <div className="article-grid">
      {articles.map((article) => (
        <ArticleCard key={article.path} article={article} level={3} />
      ))}
    </div>
  )
}
