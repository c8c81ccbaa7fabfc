import type { ReactNode } from 'react'
import manifest from '../../../package.json' with { type: 'json' }
import { Footer } from '../footer.tsx'
import { frameIds } from '../frame-ids.ts'
import { Header } from '../header.tsx'
import { PartNav } from '../part-nav.tsx'

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
    </>
  )
}
