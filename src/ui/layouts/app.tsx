import type { ReactNode } from 'react'
import manifest from '../../../package.json' with { type: 'json' }
import { FoldedFooter, Footer } from '../footer.tsx'
import { frameIds } from '../frame-ids.ts'
import { Header } from '../header.tsx'
import { CommandPalette } from '../search/search-palette.tsx'
import { PartNav } from '../section-links.tsx'

export interface EnigmaLayoutProps {
  children: ReactNode
}

export function EnigmaLayout({ children }: EnigmaLayoutProps) {
  return (
    <>
      <Header />
      <div className="layout-enigma">
        <main id={frameIds.content} className="enigma-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer />
      <CommandPalette />
    </>
  )
}

export interface ChartLayoutProps {
  children: ReactNode
}

export function ChartLayout({ children }: ChartLayoutProps) {
  return (
    <>
      <Header isWide />
      <main id={frameIds.content} className="layout-chart" tabIndex={-1}>
        {children}
      </main>
      <FoldedFooter />
      <CommandPalette />
    </>
  )
}

export interface AiLayoutProps {
  /** Form for the next message, which stays at the bottom */
  composer: ReactNode
  children: ReactNode
}

/** Layout of a conversation: one wide column, with the newest message above the form for the next one. */
export function AiLayout({ composer, children }: AiLayoutProps) {
  return (
    <>
      <Header />
      <main id={frameIds.content} className="layout-ai" tabIndex={-1}>
        <div className="ai-thread">{children}</div>
        <div className="ai-composer">{composer}</div>
      </main>
      <CommandPalette />
    </>
  )
}

export interface AdminLayoutProps {
  children: ReactNode
}

export function AdminLayout({ children }: AdminLayoutProps) {
  return (
    <>
      <Header />
      <div className="layout-admin">
        <PartNav menu="admin" label="users.admin" />
        <main id={frameIds.content} className="admin-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer version={manifest.version} />
      <CommandPalette />
    </>
  )
}
