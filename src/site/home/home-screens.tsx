import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'

const screens = [
  { name: 'charts', path: paths.openChart, title: 'site.screenCharts', text: 'site.screenChartsText' },
  { name: 'enigma', path: paths.enigma, title: 'site.screenEnigma', text: 'site.screenEnigmaText' },
  { name: 'bots', path: paths.bots, title: 'site.screenBots', text: 'site.screenBotsText' },
  {
    name: 'broadcasts',
    path: href(paths.docsPage, { slug: 'admin/broadcasts' }),
    title: 'site.screenBroadcasts',
    text: 'site.screenBroadcastsText',
  },
] as const

export function HomeScreens() {
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
              {(['light', 'dark'] as const).map((mode) => (
                <img
                  key={mode}
                  className={`screen-${mode}`}
                  src={`/screens/${name}-${locale}-${mode}.webp`}
                  alt=""
                  width={1280}
                  height={800}
                  loading="lazy"
                  decoding="async"
                />
              ))}
              <h3>{t(title)}</h3>
            </a>
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
