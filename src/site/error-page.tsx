import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { DefaultLayout } from '../ui/layouts/default.tsx'

export interface ErrorPageProps {
  status: number
  message: string
  description: string
}

export function ErrorPage({ status, message, description }: ErrorPageProps) {
  const { locale, t } = useLocale()
  return (
    <DefaultLayout>
      <div className="error-page">
        <p className="error-status" aria-hidden="true">
          {status}
        </p>
        <h1>{t(status === 404 ? 'errors.notFound' : status < 500 ? 'errors.request' : 'errors.server')}</h1>
        <p className="error-hint">
          {t(status === 404 ? 'errors.notFoundHint' : status < 500 ? 'errors.requestHint' : 'errors.serverHint')}
        </p>
        <p className="error-details">
          <b>
            {status} {message}
          </b>
          <br />
          {description}
        </p>
        <p className="error-actions">
          <Button href={localised(locale, paths.home)} icon="i-lucide-house">
            {t('errors.backHome')}
          </Button>
          <Button href={localised(locale, paths.search)} kind="quiet" icon="i-lucide-search">
            {t('errors.toSearch')}
          </Button>
        </p>
      </div>
    </DefaultLayout>
  )
}
