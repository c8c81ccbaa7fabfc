import type { ReactNode } from 'react'
import { Footer } from '../footer.tsx'
import { frameIds } from '../frame-ids.ts'
import { Header } from '../header.tsx'

export interface EnigmaLayoutProps {
  unseen: number
  children: ReactNode
}

export function EnigmaLayout({ unseen, children }: EnigmaLayoutProps) {
  return (
    <>
      <Header unseenAlerts={unseen} />
      <div className="layout-enigma">
        <main id={frameIds.content} className="enigma-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer />
    </>
  )
}
