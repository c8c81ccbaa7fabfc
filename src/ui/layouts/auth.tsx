import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { ColorMode } from '../color-mode/color-mode.tsx'
import { useFrame } from '../frame.tsx'
import { frameIds } from '../frame-ids.ts'
import { LanguageSwitch } from '../language-switch.tsx'
import { Logo } from '../logo.tsx'

export interface AuthLayoutProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  const { siteName } = useFrame()
  const { locale } = useLocale()
  return (
    <>
      <header className="auth-bar">
        <a className="site-header-home" href={localised(locale, paths.home)}>
          <Logo name={siteName} />
        </a>
        <div className="auth-tools">
          <LanguageSwitch />
          <ColorMode />
        </div>
      </header>
      <main id={frameIds.content} className="layout-auth" tabIndex={-1}>
        <div className="auth-card">
          <h1>{title}</h1>
          {lead && <p className="auth-lead">{lead}</p>}
          {children}
        </div>
      </main>
    </>
  )
}
