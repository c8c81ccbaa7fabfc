import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { CachedPart } from './cached-part.tsx'
import { ColorMode, ColorModes } from './color-mode/color-mode.tsx'
import { useFrame, useMenu } from './frame.tsx'
import { frameIds } from './frame-ids.ts'
import { Icon } from './icon.tsx'
import { ImpersonationForm } from './impersonation-bar.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { NotificationCenter } from './notifications/notifications.tsx'
import { SectionLinks } from './section-links.tsx'

export interface HeaderProps {
  /** Whether the content below the header is as wide as the window */
  isWide?: boolean
}

/**
 * Header of a page. Its personal parts are filled in later, in a slot whose room is reserved, so that nothing shifts.
 */
export function Header({ isWide = false }: HeaderProps) {
  const { viewer, isPart } = useFrame()
  if (isPart) return <HeaderPart />
  return (
    <header className={`site-header${viewer ? ' is-app' : ''}${isWide ? ' is-wide' : ''}`}>
      <div className="site-header-row">{viewer ? <AppRow unseenAlerts={viewer.unseenAlerts} /> : <SiteRow />}</div>
    </header>
  )
}

function SiteRow() {
  return (
    <>
      <HomeAndSections />
      <UserSlot />
      <SearchLink />
      <Tools />
      <FoldedMenu />
    </>
  )
}

interface AppRowProps {
  unseenAlerts: number
}

/** Row of a signed-in user's header, which ends with what is personal. */
function AppRow({ unseenAlerts }: AppRowProps) {
  return (
    <>
      <HomeAndSections />
      <SearchLink />
      <Tools />
      <FoldedMenu />
      <NotificationCenter unseen={unseenAlerts} />
      <UserSlot />
    </>
  )
}

function HomeAndSections() {
  const { siteName } = useFrame()
  const { locale, t } = useLocale()
  return (
    <>
      <CachedPart as="a" name="home" className="site-header-home" href={localised(locale, paths.home)}>
        <Logo name={siteName} />
      </CachedPart>
      <nav className="site-header-nav" aria-label={t('ui.mainNavigation')} data-part="sections">
        <SectionLinks />
      </nav>
    </>
  )
}

function SearchLink() {
  const { viewer } = useFrame()
  const { locale, t } = useLocale()
  return (
    <CachedPart
      as="a"
      name={viewer ? 'search-trigger app' : 'search-trigger'}
      className="search-trigger"
      href={localised(locale, viewer ? paths.find : paths.search)}
      data-open-search
    >
      <Icon name="i-lucide-search" />
      <span className="search-trigger-label">{t('ui.search')}</span>
      <span className="search-trigger-keys" aria-hidden="true" data-apple="⌘ K">
        Ctrl K
      </span>
    </CachedPart>
  )
}

function Tools() {
  return (
    <div className="site-header-tools">
      <LanguageSwitch />
      <ColorMode />
    </div>
  )
}

function FoldedMenu() {
  const { t } = useLocale()
  return (
    <details className="site-menu" data-menu>
      <CachedPart as="summary" name="menu" aria-label={t('ui.menu')}>
        <Icon name="i-lucide-menu" className="site-menu-open" />
        <Icon name="i-lucide-x" className="site-menu-close" />
      </CachedPart>
      <div className="site-menu-panel">
        <nav className="site-menu-nav" aria-label={t('ui.menu')} data-part="sections">
          <SectionLinks />
        </nav>
        <MenuSignUp />
        <div className="site-menu-tools">
          <LanguageSwitch />
          <ColorModes />
        </div>
      </div>
    </details>
  )
}

/**
 * Registration in the menu of narrow screens, where the header has no room for it. It belongs to guests: styles hide it
 * once the header has the menu of a user.
 */
function MenuSignUp() {
  const { viewer, isSignUpOpen } = useFrame()
  const { locale, t } = useLocale()
  const back = useReturnQuery()
  if (viewer || !isSignUpOpen) return null
  return (
    <div className="site-menu-nav for-guests">
      <a data-back href={localised(locale, paths.register) + back}>
        {t('auth.register')}
      </a>
    </div>
  )
}

/** Query that leads back to this page after signing in; none on the front page, which members leave for the app. */
function useReturnQuery(): string {
  const { path, locale } = useFrame()
  return path === localised(locale, paths.home) ? '' : `?next=${encodeURIComponent(path)}`
}

/** Parts of the header that depend on the page. */
function HeaderPart() {
  return (
    <>
      <nav data-part="sections">
        <SectionLinks />
      </nav>
      <LanguageSwitch />
    </>
  )
}

/**
 * Slot for the user's menu. Public pages contain templates, from which `user-slot.ts` fills it; without this script its
 * link still works, because `/account` redirects guests to sign in.
 */
function UserSlot() {
  const { viewer, isSignUpOpen } = useFrame()
  const { locale, t } = useLocale()
  const home = localised(locale, paths.home)
  const back = useReturnQuery()
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
            <a className="user-link" data-back href={localised(locale, paths.login) + back}>
              <Icon name="i-lucide-log-in" />
              <span>{t('auth.signIn')}</span>
            </a>
            {isSignUpOpen && (
              <a
                className="button button-primary sign-up-link"
                data-back
                href={localised(locale, paths.register) + back}
              >
                {t('auth.register')}
              </a>
            )}
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
