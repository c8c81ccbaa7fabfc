import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { useMenu } from '../ui/frame.tsx'
import { Icon } from '../ui/icon.tsx'
import type { PlaceUser } from '../ui/menus.ts'

export interface PlacesProps {
  user: PlaceUser
  isAdmin: boolean
}

export function Places({ user, isAdmin }: PlacesProps) {
  return (
    <div className="start-place-groups">
      {isAdmin && <PlaceList menu="places-admin" title="account.admin" user={user} />}
      <PlaceList menu="places-own" title="account.appYours" user={user} />
      <PlaceList menu="places-reading" title="account.appReading" user={user} />
    </div>
  )
}

interface PlaceListProps {
  menu: 'places-admin' | 'places-own' | 'places-reading'
  title: MessageKey
  user: PlaceUser
}

function PlaceList({ menu, title, user }: PlaceListProps) {
  const { locale, t } = useLocale()
  const places = useMenu(menu)
  return (
    <section className="start-places">
      <h2>{t(title)}</h2>
      <ul className="start-place-list">
        {places.map(({ path, icon, label, text }) => (
          <li key={path}>
            <a href={localised(locale, path)}>
              <Icon name={icon} />
              <b>{t(label)}</b>
              <span>{t(typeof text === 'function' ? text(user) : text)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
