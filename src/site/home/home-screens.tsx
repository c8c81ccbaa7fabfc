import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { GuideLink } from '../../ui/titles/guide-link.tsx'

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
