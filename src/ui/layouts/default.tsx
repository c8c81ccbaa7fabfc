import type { ReactNode } from 'react'
import { Footer } from '../footer.tsx'
import { useFrame } from '../frame.tsx'
import { frameIds } from '../frame-ids.ts'
import { Header } from '../header.tsx'
import { SearchPalette } from '../search/search-palette.tsx'

export interface DefaultLayoutProps {
  children: ReactNode
}

export function DefaultLayout({ children }: DefaultLayoutProps) {
  const { section } = useFrame()
  return (
    <>
      <Header />
      <main id={frameIds.content} className="layout-default" tabIndex={-1} data-part="page">
        {children}
      </main>
      <Footer />
      {section !== 'search' && <SearchPalette />}
    </>
  )
}

export interface BareLayoutProps {
  /** Whether a pattern of chart paper is drawn behind the first screen */
  hasPaper?: boolean
  children: ReactNode
}

export function BareLayout({ hasPaper = false, children }: BareLayoutProps) {
  return (
    <>
      <Header />
      <main
        id={frameIds.content}
        className={hasPaper ? 'layout-bare has-paper' : 'layout-bare'}
        tabIndex={-1}
        data-part="page"
      >
        {children}
      </main>
      <Footer />
      <SearchPalette />
    </>
  )
}
