import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ChartMockup } from './chart-mockup.tsx'
import { StartButton } from './start-button.tsx'

export function HomeHero() {
  const { locale, t } = useLocale()
  return (
    <section className="hero">
      <div className="hero-words">
        <h1>
          {t('site.heroFirst')} <span>{t('site.heroSecond')}</span>
        </h1>
        <p className="hero-lead">{t('site.heroLead')}</p>
        <p className="hero-actions">
          <StartButton />
          <Button href={localised(locale, paths.docs)} size="large" kind="quiet">
            {t('site.heroDocs')}
          </Button>
        </p>
        <ul className="hero-status">
          <li className="is-ready">{t('site.heroNow')}</li>
          <li className="is-soon">{t('site.heroSoon')}</li>
        </ul>
      </div>
      <ChartMockup />
    </section>
  )
}
