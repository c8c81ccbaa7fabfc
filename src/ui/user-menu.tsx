import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Icon } from './icon.tsx'
import { useMenu } from './navigation.ts'

export interface UserMenuProps {
  /** Name of the user; empty if the browser fills it in */
  name: string
  /**
   * Whether the link to the administration is shown. On public pages it is always rendered and marked, and the browser
   * removes it for other users.
   */
  isAdmin: boolean
}

export function UserMenu({ name, isAdmin }: UserMenuProps) {
  const { locale, t } = useLocale()
  const entries = useMenu('user').filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  return (
    <details className="user-menu" data-menu>
      <summary title={t('account.title')}>
        <Icon name="i-lucide-circle-user" />
        <span className="user-name" data-user-name>
          {name}
        </span>
      </summary>
      <div className="user-menu-panel">
        {entries.map(({ path, icon, label, isForAdmins }) => (
          <a key={path} href={localised(locale, path)} data-admin-only={isForAdmins}>
            <Icon name={icon} />
            {t(label)}
          </a>
        ))}
        <form method="post" action={paths.authLogout}>
          <input type="hidden" name="next" value={localised(locale, paths.home)} />
          <button type="submit">
            <Icon name="i-lucide-log-out" />
            {t('account.signOut')}
          </button>
        </form>
      </div>
    </details>
  )
}
