import { useLocale } from '../i18n/context.tsx'
import { DefaultLayout } from '../ui/layouts/default.tsx'
import { CodeText } from '../ui/titles/code-text.tsx'

export interface ThanksPageProps {
  page: { path: string; title: string }
}

/** Behind the form of a page, for readers without JavaScript. */
export function ThanksPage({ page }: ThanksPageProps) {
  const { t } = useLocale()
  return (
    <DefaultLayout>
      <h1>{t('feedback.thanks')}</h1>
      <p>
        {t('feedback.backTo')}{' '}
        <a href={page.path}>
          <CodeText text={page.title} />
        </a>
      </p>
    </DefaultLayout>
  )
}
