import type { ReactNode } from 'react'
import type { ArticleSummary } from '../../content/library/views.ts'
import { productState } from '../../content/product-state.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { BareLayout } from '../../ui/layouts/default.tsx'
import { GuideLink } from '../../ui/titles/guide-link.tsx'
import { ArticleCard } from '../blog/article-card.tsx'
import { ChartMockup } from './chart-mockup.tsx'
import type { HeroMarket } from './hero-market.ts'
import { HomeReaders } from './home-readers.tsx'
import { StartButton } from './start-button.tsx'

const screens = [
  { name: 'charts', path: paths.openChart, title: 'site.screenCharts', text: 'site.screenChartsText' },
  { name: 'enigma', path: paths.enigma, title: 'site.screenEnigma', text: 'site.screenEnigmaText' },
  { name: 'bots', path: paths.bots, title: 'site.screenBots', text: 'site.screenBotsText' },
] as const

interface PictureProps {
  name: string
  title: string
}

function Picture({ name, title }: PictureProps) {
  const { locale } = useLocale()
  return (
    <>
      {(['light', 'dark'] as const).map((mode) => {
        const file = `/screens/${name}-${locale}-${mode}`
        return (
          <img
            key={mode}
            className={`screen-${mode}`}
            src={`${file}.webp`}
            srcSet={`${file}-720.webp 720w, ${file}.webp 1280w`}
            sizes="auto, (width >= 64rem) 36rem, 100vw"
            alt=""
            width={1280}
            height={800}
            loading="lazy"
            decoding="async"
          />
        )
      })}
      <h3>{title}</h3>
    </>
  )
}

function HomeScreens() {
  const { locale, t } = useLocale()
  return (
    <section className="home-section" aria-labelledby="screens">
      <div className="home-heading">
        <h2 id="screens">{t('site.screensTitle')}</h2>
        <p>{t('site.screensLead')}</p>
      </div>
      <ul className="screens">
        {screens.map(({ name, path, title, text }) => (
          <li key={name}>
            <a href={localised(locale, path)}>
              <Picture name={name} title={t(title)} />
            </a>
            <p>{t(text)}</p>
          </li>
        ))}
        <li>
          <GuideLink slug="admin/broadcasts">
            <Picture name="broadcasts" title={t('site.screenBroadcasts')} />
          </GuideLink>
          <p>{t('site.screenBroadcastsText')}</p>
        </li>
      </ul>
    </section>
  )
}

const principles = [
  { figure: 'site.once', title: 'site.onceTitle', text: 'site.onceText' },
  { figure: 'site.noReact', title: 'site.noReactTitle', text: 'site.noReactText' },
  { figure: 'site.budget', title: 'site.budgetTitle', text: 'site.budgetText' },
  { figure: 'site.second', title: 'site.secondTitle', text: 'site.secondText' },
] as const

function HomePrinciples() {
  const { t } = useLocale()
  return (
    <section className="home-section home-band" aria-labelledby="principles">
      <div className="home-heading">
        <h2 id="principles">{t('site.principlesTitle')}</h2>
        <p>{t('site.principlesLead')}</p>
      </div>
      <dl className="principles">
        {principles.map(({ figure, title, text }) => (
          <div key={figure}>
            <dt>
              <b>{t(figure)}</b> <span>{t(title)}</span>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export interface HomePageProps {
  /** Articles on the landing page, newest first */
  latest: ArticleSummary[]
  hero?: HeroMarket | undefined
  /** Strip with market prices; undefined while none are known */
  strip?: ReactNode
}

export function HomePage({ latest, hero, strip }: HomePageProps) {
  return (
    <BareLayout hasPaper>
      <HomeHero market={hero} />
      {strip}
      <HomeScreens />
      <HomeReaders />
      <HomePrinciples />
      <HomeRoad />
      {latest.length > 0 && <HomeLatest articles={latest} />}
      <HomeClosing />
    </BareLayout>
  )
}

function HomeClosing() {
  const { t } = useLocale()
  const [before = '', after = ''] = t('site.closingNode', { command: '\n' }).split('\n')
  return (
    <section className="closing" aria-labelledby="closing">
      <div className="closing-card">
        <div>
          <h2 id="closing">{t('site.closingTitle')}</h2>
          <p>{t('site.closingText')}</p>
          <StartButton />
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

interface HomeLatestProps {
  articles: ArticleSummary[]
}

function HomeLatest({ articles }: HomeLatestProps) {
  const { locale, t } = useLocale()
  return (
    <section className="home-section" aria-labelledby="latest">
      <div className="home-heading">
        <h2 id="latest">{t('site.latestTitle')}</h2>
        <Button href={localised(locale, paths.blog)} kind="quiet" iconAfter="i-lucide-arrow-right">
          {t('site.latestAll')}
        </Button>
      </div>
      <div className="article-grid">
        {articles.map((article) => (
          <ArticleCard key={article.path} article={article} level={3} />
        ))}
      </div>
    </section>
  )
}

function HomeRoad() {
  const { t } = useLocale()
  return (
    <section className="home-section" aria-labelledby="road">
      <div className="home-heading">
        <h2 id="road">{t('site.roadTitle')}</h2>
        <p>{t('site.roadLead')}</p>
      </div>
      <div className="road">
        {productState.map(({ state, items }) => (
          <div key={state} className={`road-column is-${state}`}>
            <h3>{t(`site.${state}`)}</h3>
            <ul>
              {items.map(({ slug, name }) => (
                <li key={name}>
                  <GuideLink slug={slug}>{t(`site.features.${name}.title`)}</GuideLink>
                  <p>{t(`site.features.${name}.text`)}</p>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

interface HomeHeroProps {
  market: HeroMarket | undefined
}

function HomeHero({ market }: HomeHeroProps) {
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
