import type { ArticleSummary } from '../../content/views.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ArticleCard } from '../blog/article-card.tsx'

export interface HomeLatestProps {
  articles: ArticleSummary[]
}

export function HomeLatest({ articles }: HomeLatestProps) {
  const { locale, t } = useLocale()
  return (
    <section className="home-section" aria-labelledby="latest">
      <div className="home-heading">
        <h2 id="latest">{t('site.latestTitle')}</h2>
        <Button href={localised(locale, paths.blog)} kind="quiet" iconAfter="i-lucide-arrow-right">
          {t('site.latestAll')}
        </Button>
      </div>
      <div className="article-grid">
        {articles.map((article) => (
          <ArticleCard key={article.path} article={article} level={3} />
        ))}
      </div>
    </section>
  )
}
