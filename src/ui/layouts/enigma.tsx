import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Footer } from '../footer.tsx'
import { Header } from '../header.tsx'
import { Icon } from '../icon.tsx'

export interface EnigmaLayoutProps {
  /** The part of the asset area the page belongs to; an asset's own page is one of the list */
  current: 'list' | 'asset' | 'alerts'
  /** Alerts that have fired and were not seen */
  unseen: number
  children: ReactNode
}

const parts = [
  { name: 'list', path: paths.enigma, icon: 'i-lucide-gem', label: 'enigma.list' },
  { name: 'charts', path: paths.charts, icon: 'i-lucide-chart-candlestick', label: 'charts.title' },
  { name: 'alerts', path: paths.alerts, icon: 'i-lucide-bell', label: 'enigma.alerts.title' },
] as const

/** Header, the parts of the asset area, and the full width for its tables. `/` belongs to the list's own search. */
export function EnigmaLayout({ current, unseen, children }: EnigmaLayoutProps) {
  const { locale, t } = useLocale()
  const marks = { list: 'page', asset: 'true', alerts: 'page' } as const
  const part = current === 'asset' ? 'list' : current
  return (
    <>
      <Header />
      <div className="layout-enigma">
        <nav className="enigma-nav" aria-label={t('enigma.navigation')}>
          {parts.map(({ name, path, icon, label }) => (
            <a key={name} href={localised(locale, path)} aria-current={name === part ? marks[current] : undefined}>
              <Icon name={icon} />
              {t(label)}
              {name === 'alerts' && unseen > 0 && (
                <span className="enigma-unseen">{t('enigma.alerts.unseen', { total: unseen })}</span>
              )}
            </a>
          ))}
        </nav>
        <main id="content" className="enigma-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer />
    </>
  )
}
