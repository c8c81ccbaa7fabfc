import type { ReactNode } from 'react'
import { Footer } from '../footer.tsx'
import { frameIds } from '../frame-ids.ts'
import { Header } from '../header.tsx'
import { SearchPalette } from '../search/search-palette.tsx'

export interface BareLayoutProps {
  children: ReactNode
}

export function BareLayout({ children }: BareLayoutProps) {
  return (
    <>
      <Header />
      <main id={frameIds.content} className="layout-bare" tabIndex={-1} data-part="page">
        {children}
      </main>
      <Footer />
      <SearchPalette />
    </>
  )
}
