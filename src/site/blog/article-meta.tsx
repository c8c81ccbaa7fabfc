import { useLocale } from '../../i18n/context.tsx'
import { formatDate } from '../../i18n/format.ts'

export interface ArticleMetaProps {
  /** Publication date of the article, an ISO date */
  date: string
  readingMinutes: number
}

export function ArticleMeta({ date, readingMinutes }: ArticleMetaProps) {
  const { locale, t } = useLocale()
  return (
    <p className="article-meta">
      <time dateTime={date}>{formatDate(locale, date)}</time>
      <span>{t('blog.readingTime', { minutes: readingMinutes })}</span>
    </p>
  )
}
