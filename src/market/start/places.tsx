import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'

export interface PlacesProps {
  hasSecondFactor: boolean
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

/** The way to everything that is open to somebody. */
export function Places({ hasSecondFactor, isAdmin }: PlacesProps) {
  const { t } = useLocale()
  const factor = hasSecondFactor ? 'account.appSecondFactorOn' : 'account.appSecondFactorOff'
  const own: Place[] = [
    { path: paths.account, icon: 'i-lucide-user', title: 'account.profile', text: 'account.appAccount' },
    { path: paths.accountPassword, icon: 'i-lucide-key-round', title: 'account.password', text: 'account.appPassword' },
    { path: paths.secondFactor, icon: 'i-lucide-shield-check', title: 'account.secondFactor', text: factor },
    { path: paths.accountSessions, icon: 'i-lucide-monitor', title: 'account.sessions', text: 'account.appSessions' },
  ]
  return (
    <>
      {isAdmin && <PlaceList title={t('account.admin')} places={administration} />}
      <PlaceList title={t('account.appYours')} places={own} />
      <PlaceList title={t('account.appReading')} places={reading} />
    </>
  )
}

function PlaceList({ title, places }: { title: string; places: Place[] }) {
  const { locale, t } = useLocale()
  return (
    <section className="start-places">
      <h2>{title}</h2>
      <ul className="start-place-list">
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
