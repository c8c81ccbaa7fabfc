import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'

const road = [
  {
    state: 'ready',
    items: [
      { slug: 'trading/charts', title: 'site.readyCharts', text: 'site.readyChartsText' },
      { slug: 'trading/paper-bots', title: 'site.readyBots', text: 'site.readyBotsText' },
      { slug: 'start/search', title: 'site.readySearch', text: 'site.readySearchText' },
      { slug: 'start/using-the-site', title: 'site.readyContent', text: 'site.readyContentText' },
      { slug: 'admin/publishing', title: 'site.readyPipeline', text: 'site.readyPipelineText' },
    ],
  },
  {
    state: 'soon',
    items: [{ slug: 'admin/broadcasts', title: 'site.soonTelegram', text: 'site.soonTelegramText' }],
  },
] as const

export function HomeRoad() {
  const { locale, t } = useLocale()
  return (
    <section className="home-section" aria-labelledby="road">
      <div className="home-heading">
        <h2 id="road">{t('site.roadTitle')}</h2>
        <p>{t('site.roadLead')}</p>
      </div>
      <div className="road">
        {road.map(({ state, items }) => (
          <div key={state} className={`road-column is-${state}`}>
            <h3>{t(`site.${state}`)}</h3>
            <ul>
              {items.map(({ slug, title, text }) => (
                <li key={title}>
                  <a href={localised(locale, href(paths.docsPage, { slug }))}>{t(title)}</a>
                  <p>{t(text)}</p>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
