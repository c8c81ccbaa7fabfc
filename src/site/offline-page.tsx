import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { DefaultLayout } from '../ui/layouts/default.tsx'

export function OfflinePage() {
  const { locale, t } = useLocale()
  return (
    <DefaultLayout>
      <div className="error-page offline-page">
        <h1>{t('offline.heading')}</h1>
        <p className="error-hint">{t('offline.hint')}</p>
        <p className="error-actions">
          {/* A link with an empty href reloads the page that the reader wanted, in whose place the browser shows
              the offline page. */}
          <Button href="" icon="i-lucide-rotate-cw">
            {t('offline.tryAgain')}
          </Button>
          <Button href={localised(locale, paths.docs)} kind="quiet" icon="i-lucide-book-open">
            {t('offline.toDocs')}
          </Button>
          <Button href={localised(locale, paths.search)} kind="quiet" icon="i-lucide-search">
            {t('errors.toSearch')}
          </Button>
        </p>
      </div>
    </DefaultLayout>
  )
}
