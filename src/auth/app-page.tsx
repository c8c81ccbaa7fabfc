import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { BareLayout } from '../ui/layouts/bare.tsx'
import type { CurrentUser } from './user.ts'

export interface AppPageProps {
  user: CurrentUser
  /** Whether the administration is open to them */
  isAdmin: boolean
}

interface Place {
  path: string
  icon: string
  title: MessageKey
  text: MessageKey
}

const reading: Place[] = [
  { path: paths.docs, icon: 'i-lucide-book-open', title: 'ui.docs', text: 'account.appDocs' },
  { path: paths.blog, icon: 'i-lucide-newspaper', title: 'ui.blog', text: 'account.appBlog' },
]
const administration: Place[] = [
  { path: paths.adminUsers, icon: 'i-lucide-users', title: 'account.appUsers', text: 'account.appUsersText' },
  { path: paths.adminAudit, icon: 'i-lucide-scroll-text', title: 'account.appAudit', text: 'account.appAuditText' },
]

/** Where signed-in people start: everything that is open to them now. */
export function AppPage({ user, isAdmin }: AppPageProps) {
  const { t } = useLocale()
  const factor = user.hasSecondFactor ? 'account.appSecondFactorOn' : 'account.appSecondFactorOff'
  const own: Place[] = [
    { path: paths.account, icon: 'i-lucide-user', title: 'account.profile', text: 'account.appAccount' },
    { path: paths.accountPassword, icon: 'i-lucide-key-round', title: 'account.password', text: 'account.appPassword' },
    { path: paths.secondFactor, icon: 'i-lucide-shield-check', title: 'account.secondFactor', text: factor },
    { path: paths.accountSessions, icon: 'i-lucide-monitor', title: 'account.sessions', text: 'account.appSessions' },
  ]
  return (
    <BareLayout>
      <div className="app-start">
        <h1>{t('account.appGreeting', { name: user.name })}</h1>
        <p className="account-lead">{t('account.appLead')}</p>
        {isAdmin && <Places title={t('account.admin')} places={administration} />}
        <Places title={t('account.appYours')} places={own} />
        <Places title={t('account.appReading')} places={reading} />
      </div>
    </BareLayout>
  )
}

function Places({ title, places }: { title: string; places: Place[] }) {
  const { locale, t } = useLocale()
  return (
    <section className="app-places">
      <h2>{title}</h2>
      <ul className="app-place-list">
        {places.map((place) => (
          <li key={place.path}>
            <a href={localised(locale, place.path)}>
              <Icon name={place.icon} />
              <b>{t(place.title)}</b>
              <span>{t(place.text)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
