import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ChartMockup } from './chart-mockup.tsx'
import type { HeroMarket } from './hero-market.ts'
import { StartButton } from './start-button.tsx'

export interface HomeHeroProps {
  market: HeroMarket | undefined
}

export function HomeHero({ market }: HomeHeroProps) {
  const { locale, t } = useLocale()
  return (
    <section className={market ? 'hero' : 'hero is-alone'}>
      <div className="hero-words">
        <h1>
          {t('site.heroFirst')} <span>{t('site.heroSecond')}</span>
        </h1>
        <p className="hero-lead">{t('site.heroLead')}</p>
        <p className="hero-actions">
          <Button href={localised(locale, paths.openChart)} size="large" icon="i-lucide-chart-candlestick">
            {t('site.heroCharts')}
          </Button>
          <StartButton kind="quiet" />
        </p>
        <ul className="hero-status">
          <li className="is-ready">{t('site.heroNow')}</li>
        </ul>
      </div>
      {market && <ChartMockup market={market} />}
    </section>
  )
}
