import type { ReactNode } from 'react'
import { Footer } from '../footer.tsx'
import { Header } from '../header.tsx'
import { SearchPalette } from '../search/search-palette.tsx'

export interface BareLayoutProps {
  children: ReactNode
}

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
