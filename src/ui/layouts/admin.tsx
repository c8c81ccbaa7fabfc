import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Footer } from '../footer.tsx'
import { Header } from '../header.tsx'
import { Icon } from '../icon.tsx'

export interface AdminLayoutProps {
  /** The part of the administration the page belongs to */
  current: 'users' | 'audit'
  children: ReactNode
}

const parts = [
  { name: 'users', path: paths.adminUsers, icon: 'i-lucide-users', label: 'users.title' },
  { name: 'audit', path: paths.adminAudit, icon: 'i-lucide-scroll-text', label: 'audit.title' },
] as const

/** Header, the parts of the administration, and the full width for tables. `/` belongs to the page's own search. */
export function AdminLayout({ current, children }: AdminLayoutProps) {
  const { locale, t } = useLocale()
  return (
    <>
      <Header />
      <div className="layout-admin">
        <nav className="admin-nav" aria-label={t('users.admin')}>
          {parts.map(({ name, path, icon, label }) => (
            <a key={name} href={localised(locale, path)} aria-current={name === current ? 'page' : undefined}>
              <Icon name={icon} />
              {t(label)}
            </a>
          ))}
        </nav>
        <main id="content" className="admin-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer />
    </>
  )
}
