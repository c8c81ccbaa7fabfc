import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Icon } from '../../ui/icon.tsx'

const readers = [
  {
    icon: 'i-lucide-chart-candlestick',
    title: 'site.trader',
    text: 'site.traderText',
    links: [
      { slug: 'trading/ticks-and-candles', title: 'site.traderTicks' },
      { slug: 'trading/paper-bots', title: 'site.traderBots' },
      { slug: 'trading/strategies', title: 'site.traderStrategies' },
    ],
  },
  {
    icon: 'i-lucide-pen-line',
    title: 'site.author',
    text: 'site.authorText',
    links: [
      { slug: 'writing/files-and-folders', title: 'site.authorFiles' },
      { slug: 'writing/blocks', title: 'site.authorBlocks' },
      { slug: 'writing/two-languages', title: 'site.authorLanguages' },
    ],
  },
  {
    icon: 'i-lucide-server',
    title: 'site.engineer',
    text: 'site.engineerText',
    links: [
      { slug: 'operations/install', title: 'site.engineerInstall' },
      { slug: 'internals/architecture', title: 'site.engineerArchitecture' },
      { slug: 'operations/security', title: 'site.engineerSecurity' },
    ],
  },
] as const

export function HomeReaders() {
  const { locale, t } = useLocale()
  const { hasGuide = () => true } = useFrame()
  const own = readers.map(({ links, ...reader }) => ({ ...reader, links: links.filter(({ slug }) => hasGuide(slug)) }))
  return (
    <section className="home-section" aria-labelledby="readers">
      <div className="home-heading">
        <h2 id="readers">{t('site.readersTitle')}</h2>
        <p>{t('site.readersLead')}</p>
      </div>
      <div className="readers">
        {own.map(({ icon, title, text, links }) => (
          <div key={title} className="reader">
            <Icon name={icon} />
            <h3>{t(title)}</h3>
            <p>{t(text)}</p>
            {links.length > 0 && (
              <ul>
                {links.map((link) => (
                  <li key={link.slug}>
                    <a href={localised(locale, href(paths.docsPage, { slug: link.slug }))}>
                      {t(link.title)}
                      <Icon name="i-lucide-arrow-right" />
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
