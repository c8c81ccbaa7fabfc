import { useLocale } from '../i18n/context.tsx'
import { CodeText } from '../ui/titles/code-text.tsx'

export interface SuggestedPage {
  path: string
  title: string
}

/** List of pages suggested for an unknown URL */
export function SuggestedPages({ pages }: { pages: SuggestedPage[] }) {
  const { t } = useLocale()
  if (pages.length === 0) return null
  return (
    <section className="error-near">
      <h2>{t('errors.near')}</h2>
      <ul>
        {pages.map(({ path, title }) => (
          <li key={path}>
            <a href={path}>
              <CodeText text={title} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
