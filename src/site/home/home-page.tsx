import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { BareLayout } from '../../ui/layouts/default.tsx'
import { ChartMockup } from './chart-mockup.tsx'
import type { HeroMarket } from './hero-market.ts'
import { type ArticlesOfHome, HomeArticles } from './home-articles.tsx'
import { HomeOffers } from './home-offers.tsx'
import { HomeStory } from './home-story.tsx'
import { AccountButton, StartButton } from './start-button.tsx'

export interface HomePageProps {
  articles: ArticlesOfHome
  hero?: HeroMarket | undefined
  /** Strip with market prices; undefined while none are known */
  strip?: ReactNode
}

export function HomePage({ articles, hero, strip }: HomePageProps) {
  const { locale } = useLocale()
  return (
    <BareLayout hasPaper>
      <HomeHero market={hero} />
      {strip}
      <HomeStory article={articles.start[0]?.path ?? localised(locale, paths.blog)} />
      <HomeOffers />
      <HomeArticles articles={articles} />
      <HomePrinciples />
      <HomeClosing />
    </BareLayout>
  )
}

function HomeHero({ market }: { market: HeroMarket | undefined }) {
  const { locale, t } = useLocale()
  const { isSignUpOpen } = useFrame()
  return (
    <section className={market ? 'hero' : 'hero is-alone'}>
      <div>
        <h1>
          {`${t('site.heroFirst')} `}
          <span>{t('site.heroSecond')}</span>
        </h1>
        <p className="hero-lead">{t('site.heroLead')}</p>
        <p className="hero-actions">
          {isSignUpOpen && <AccountButton />}
          <Button href={localised(locale, paths.tryStrategy)} size="large" kind={isSignUpOpen ? 'quiet' : 'primary'}>
            {t('site.heroTry')}
          </Button>
          <Button href={localised(locale, paths.openChart)} size="large" kind="quiet">
            {t('site.heroCharts')}
          </Button>
        </p>
        <p className="hero-terms">{t('site.heroTerms')}</p>
      </div>
      {market && <ChartMockup market={market} />}
    </section>
  )
}

const principles = ['once', 'noReact', 'budget', 'second'] as const

function HomePrinciples() {
  const { t } = useLocale()
  return (
    <section className="home-section home-band" aria-labelledby="principles">
      <div className="home-heading">
        <h2 id="principles">{t('site.principlesTitle')}</h2>
        <p>{t('site.principlesLead')}</p>
      </div>
      <dl className="principles">
        {principles.map((name) => (
          <div key={name}>
            <dt>{t(`site.${name}`)}</dt>
            <dd>{t(`site.${name}Title`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function HomeClosing() {
  const { t } = useLocale()
  const { isSignUpOpen } = useFrame()
  const [before = '', after = ''] = t('site.closingNode', { command: '\n' }).split('\n')
  return (
    <section className="closing" aria-labelledby="closing">
      <div className="closing-card">
        <div>
          <h2 id="closing">{t('site.closingTitle')}</h2>
          <p>{t('site.closingText')}</p>
          <p className="hero-actions">
            {isSignUpOpen && <AccountButton />}
            <StartButton />
          </p>
        </div>
        <div className="closing-terminal">
          <p>
            <code>bun start</code>
          </p>
          <p className="closing-note">
            {before}
            <code>npx -y bun start</code>
            {after}
          </p>
        </div>
      </div>
    </section>
  )
}
