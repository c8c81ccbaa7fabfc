import type { ReactNode } from 'react'
import { FoldedFooter } from '../footer.tsx'
import { frameIds } from '../frame-ids.ts'
import { Header } from '../header.tsx'

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
    </>
  )
}
