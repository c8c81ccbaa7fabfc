import type { ReactNode } from 'react'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { BareLayout } from '../ui/layouts/default.tsx'
import { FlashToast } from '../ui/toasts/toasts.tsx'

const parts = [
  { path: paths.account, icon: 'i-lucide-user', title: 'account.profile' },
  { path: paths.accountPassword, icon: 'i-lucide-key-round', title: 'account.password' },
  { path: paths.secondFactor, icon: 'i-lucide-shield-check', title: 'account.secondFactor' },
  { path: paths.passkeys, icon: 'i-lucide-fingerprint', title: 'passkeys.title' },
  { path: paths.accountSessions, icon: 'i-lucide-monitor', title: 'account.sessions' },
  { path: paths.accountTokens, icon: 'i-lucide-key', title: 'tokens.title' },
  { path: paths.accountTelegram, icon: 'i-lucide-send', title: 'account.telegram' },
] as const

type AccountPart = (typeof parts)[number]['path']

export interface AccountLayoutProps {
  part: AccountPart
  title: string
  lead: string
  flash?: string | undefined
  children: ReactNode
}

export function AccountLayout({ part, title, lead, flash, children }: AccountLayoutProps) {
  const { locale, t } = useLocale()
  return (
    <BareLayout>
      <div className="account">
        <nav className="account-nav" aria-label={t('account.navigation')}>
          {parts.map(({ path, icon, title }) => (
            <a key={path} href={localised(locale, path)} aria-current={path === part ? 'page' : undefined}>
              <Icon name={icon} />
              {t(title)}
            </a>
          ))}
        </nav>
        <div className="account-main">
          <FlashToast>{flash}</FlashToast>
          <h1>{title}</h1>
          <p className="account-lead">{lead}</p>
          {children}
        </div>
      </div>
    </BareLayout>
  )
}
