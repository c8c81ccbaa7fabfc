import type { ArticleSummary, CategoryView } from '../../content/library/views.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BlogLayout } from '../../ui/layouts/reading.tsx'
import { ArticleCard } from './article-card.tsx'

export interface BlogPageProps {
  /** Articles of the list, newest first */
  articles: ArticleSummary[]
  categories: CategoryView[]
  category?: CategoryView
}

export function BlogPage({ articles, categories, category }: BlogPageProps) {
  const { locale, t } = useLocale()
  const [first, ...rest] = articles
  return (
    <BlogLayout>
      <header className="blog-header">
        <div>
          <h1>{category?.title ?? t('blog.title')}</h1>
          <p>{category?.description ?? t('blog.description')}</p>
        </div>
        <a className="feed-link" href={localised(locale, paths.blogFeed)}>
          <Icon name="i-lucide-rss" />
          Atom
        </a>
      </header>
      <nav className="blog-categories" aria-label={t('blog.categories')}>
        <Chip href={localised(locale, paths.blog)} isCurrent={!category}>
          {t('blog.all')}
        </Chip>
        {categories.map(({ slug, path, label, icon, count }) => (
          <Chip key={slug} href={path} icon={icon} count={count} isCurrent={slug === category?.slug}>
            {label}
          </Chip>
        ))}
      </nav>
      {first ? (
        <>
          <ArticleCard article={first} isFeatured />
          <div className="article-grid">
            {rest.map((article) => (
              <ArticleCard key={article.path} article={article} />
            ))}
          </div>
        </>
      ) : (
        <p className="blog-empty">{t(category ? 'blog.empty' : 'blog.emptyAll')}</p>
      )}
    </BlogLayout>
  )
}
