import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { GuideLink } from '../../ui/titles/guide-link.tsx'
import { ScreenPicture } from './screen-picture.tsx'

const screens = [
  { name: 'charts', path: paths.openChart, title: 'site.screenCharts' },
  { name: 'bots', path: paths.bots, title: 'site.screenBots' },
] as const

export interface HomeStoryProps {
  /** Path of the article that the story starts with */
  article: string
}

/** Shows the way of a newcomer through the product: article, chart, backtest, bot, Telegram. */
export function HomeStory({ article }: HomeStoryProps) {
  const { locale, t } = useLocale()
  const steps = [
    { name: 'read', path: article },
    { name: 'chart', path: localised(locale, paths.openChart) },
    { name: 'test', path: localised(locale, paths.tryStrategy) },
    { name: 'bot', path: localised(locale, paths.bots) },
  ] as const
  return (
    <section className="home-section" aria-labelledby="story">
      <div className="home-heading">
        <h2 id="story">{t('site.storyTitle')}</h2>
        <p>{t('site.storyLead')}</p>
      </div>
      <ol className="home-steps">
        {steps.map(({ name, path }) => (
          <li key={name}>
            <h3>
              <a href={path}>{t(`site.story.${name}.title`)}</a>
            </h3>
            <p>{t(`site.story.${name}.text`)}</p>
          </li>
        ))}
        <li>
          <h3>
            <GuideLink slug="trading/alerts">{t('site.story.alerts.title')}</GuideLink>
          </h3>
          <p>{t('site.story.alerts.text')}</p>
        </li>
      </ol>
      <div className="home-row screens">
        {screens.map(({ name, path, title }) => (
          <a key={name} href={localised(locale, path)} aria-label={t(title)}>
            <ScreenPicture name={name} />
          </a>
        ))}
      </div>
    </section>
  )
}
