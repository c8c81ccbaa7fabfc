import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { Icon } from './icon.tsx'

export interface UserMenuProps {
  /** Empty where the browser fills it in */
  name: string
  /** Where the browser decides, the link is there and marked, to be taken out for others. */
  isAdmin: boolean
}

/** Name of whoever is signed in, and where they can go from there. */
export function UserMenu({ name, isAdmin }: UserMenuProps) {
  const { locale, t } = useLocale()
  return (
    <details className="user-menu">
      <summary title={t('account.title')}>
        <Icon name="i-lucide-circle-user" />
        <span className="user-name" data-user-name>
          {name}
        </span>
      </summary>
      <div className="user-menu-panel">
        <a href={localised(locale, paths.app)}>
          <Icon name="i-lucide-layout-dashboard" />
          {t('account.app')}
        </a>
        <a href={localised(locale, paths.account)}>
          <Icon name="i-lucide-user-cog" />
          {t('account.title')}
        </a>
        {isAdmin && (
          <a href={localised(locale, paths.adminUsers)} data-admin-only>
            <Icon name="i-lucide-users" />
            {t('account.admin')}
          </a>
        )}
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
