import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'

const tools = [
  { path: paths.charts, icon: 'i-lucide-chart-candlestick', title: 'charts.title' },
  { path: paths.enigma, icon: 'i-lucide-gem', title: 'enigma.title' },
  { path: paths.alerts, icon: 'i-lucide-bell', title: 'enigma.alerts.title' },
] as const

/** The screens that people go to from here, before everything else. */
export function QuickLinks() {
  const { locale, t } = useLocale()
  return (
    <nav aria-label={t('market.start.tools')}>
      <ul className="chips start-tools">
        {tools.map(({ path, icon, title }) => (
          <li key={path}>
            <a className="chip" href={localised(locale, path)}>
              <Icon name={icon} />
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
