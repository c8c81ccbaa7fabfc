import type { ReactNode } from 'react'
import { Header } from '../header.tsx'

export interface ChartLayoutProps {
  children: ReactNode
}

export function ChartLayout({ children }: ChartLayoutProps) {
  return (
    <>
      <Header />
      <main id="content" className="layout-chart" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
