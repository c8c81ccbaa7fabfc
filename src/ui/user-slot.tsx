import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { CachedPart } from './cached-part.tsx'
import { useFrame } from './frame.tsx'
import { frameIds } from './frame-ids.ts'
import { Icon } from './icon.tsx'
import { ImpersonationForm } from './impersonation-bar.tsx'
import { UserMenu } from './user-menu.tsx'

/**
 * Public pages have templates for `user-slot.ts`; without it the link works for everyone: `/account` redirects guests.
 */
export function UserSlot() {
  const { viewer, path } = useFrame()
  const { locale, t } = useLocale()
  const home = localised(locale, paths.home)
  const back = path === home ? '' : `?next=${encodeURIComponent(path)}`
  return (
    <div
      id={frameIds.userSlot}
      className="user-slot"
      data-me={paths.authMe}
      data-home={home}
      data-login={localised(locale, paths.login)}
      data-logout={paths.authLogout}
      data-lost={t('account.lost')}
      data-invalid={t('account.invalid')}
    >
      {viewer ? (
        <UserMenu name={viewer.name} isAdmin={viewer.isAdmin} />
      ) : (
        <>
          <CachedPart
            as="a"
            name="account"
            className="user-link user-link-unknown"
            href={localised(locale, paths.account)}
          >
            <Icon name="i-lucide-circle-user" />
            <span>{t('account.title')}</span>
          </CachedPart>
          <template data-for="guest">
            <a className="user-link" href={localised(locale, paths.login) + back}>
              <Icon name="i-lucide-log-in" />
              <span>{t('auth.signIn')}</span>
            </a>
          </template>
          <CachedPart as="template" name="user" data-for="user">
            <a className="user-link app-link" href={localised(locale, paths.app)}>
              <Icon name="i-lucide-layout-dashboard" />
              <span>{t('account.openApp')}</span>
            </a>
            <UserMenu name="" isAdmin />
          </CachedPart>
          <CachedPart as="template" name="impersonator" data-for="impersonator">
            <ImpersonationForm name="{{name}}" />
          </CachedPart>
        </>
      )}
    </div>
  )
}
