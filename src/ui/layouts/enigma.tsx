import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { paths } from '../../paths.ts'
import { Footer } from '../footer.tsx'
import { Header } from '../header.tsx'
import { PartNav } from '../part-nav.tsx'

export interface EnigmaLayoutProps {
  /** Alerts that have fired and were not seen */
  unseen: number
  children: ReactNode
}

export function EnigmaLayout({ unseen, children }: EnigmaLayoutProps) {
  const { t } = useLocale()
  const noteOn = (path: string) =>
    path === paths.alerts &&
    unseen > 0 && <span className="enigma-unseen">{t('alerts.unseen', { total: unseen })}</span>
  return (
    <>
      <Header />
      <div className="layout-enigma">
        <PartNav menu="assets" label="enigma.navigation" noteOn={noteOn} />
        <main id="content" className="enigma-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer />
    </>
  )
}
