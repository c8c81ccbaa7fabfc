import type { ArticleSummary } from '../../content/library/views.ts'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { CodeText } from '../../ui/titles/code-text.tsx'
import { ArticleMeta } from './article-meta.tsx'

export interface ArticleCardProps {
  article: ArticleSummary
  /** Whether the card is the first of the list, which is wide and has an eagerly loaded picture */
  isFeatured?: boolean
  level?: 2 | 3
}

export function ArticleCard({ article, isFeatured, level = 2 }: ArticleCardProps) {
  const { t } = useLocale()
  const Heading = `h${level}` as const
  return (
    <article className={isFeatured ? 'article-card is-featured' : 'article-card'}>
      <div className="article-card-cover">
        {article.image ? (
          <Picture
            picture={article.image}
            isFirst={isFeatured}
            isDecorative
            sizes={
              isFeatured
                ? '(min-width: 88rem) 49rem, (min-width: 64rem) 55vw, 100vw'
                : '(min-width: 88rem) 27rem, (min-width: 64rem) 31vw, (min-width: 40rem) 50vw, 100vw'
            }
          />
        ) : (
          <Icon name={article.category.icon} />
        )}
      </div>
      <div className="article-card-body">
        <p className="article-card-category">
          {isFeatured && <span>{t('blog.latest')}</span>}
          <a href={article.category.path}>{article.category.label}</a>
        </p>
        <Heading className="article-card-title">
          <a href={article.path}>
            <CodeText text={article.title} />
          </a>
        </Heading>
        {article.description && (
          <p className="article-card-text">
            <CodeText text={article.description} />
          </p>
        )}
        <ArticleMeta date={article.date} readingMinutes={article.readingMinutes} />
      </div>
    </article>
  )
}
