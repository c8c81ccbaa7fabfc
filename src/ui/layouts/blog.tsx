import type { ReactNode } from 'react'
import { Footer } from '../footer.tsx'
import { Header } from '../header.tsx'
import { SearchPalette } from '../search-palette.tsx'

export interface BlogLayoutProps {
  children: ReactNode
}

/** Header, the blog's column, footer. */
export function BlogLayout({ children }: BlogLayoutProps) {
  return (
    <>
      <Header />
      <main id="content" className="layout-blog" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <SearchPalette />
    </>
  )
}
