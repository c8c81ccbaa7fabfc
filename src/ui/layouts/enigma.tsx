import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Footer } from '../footer.tsx'
import { frameIds } from '../frame-ids.ts'
import { Header } from '../header.tsx'
import { PartNav } from '../part-nav.tsx'
import { UnseenAlerts } from '../unseen-alerts.tsx'

export interface EnigmaLayoutProps {
  /** Alerts that have fired and were not seen */
  unseen: number
  children: ReactNode
}

export function EnigmaLayout({ unseen, children }: EnigmaLayoutProps) {
  const noteOn = (path: string) => path === paths.alerts && <UnseenAlerts total={unseen} />
  return (
    <>
      <Header />
      <div className="layout-enigma">
        <PartNav menu="assets" label="enigma.navigation" noteOn={noteOn} />
        <main id={frameIds.content} className="enigma-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer />
    </>
  )
}
