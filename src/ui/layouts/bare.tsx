import type { ReactNode } from 'react'
import { Footer } from '../footer.tsx'
import { Header } from '../header.tsx'
import { SearchPalette } from '../search-palette.tsx'

export interface BareLayoutProps {
  children: ReactNode
}

/** Header and footer, and between them the full width of the window: the landing page. */
export function BareLayout({ children }: BareLayoutProps) {
  return (
    <>
      <Header />
      <main id="content" className="layout-bare" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <SearchPalette />
    </>
  )
}
