import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { CachedPart } from './cached-part.tsx'
import { ColorMode, ColorModes } from './color-mode/color-mode.tsx'
import { useFrame } from './frame.tsx'
import { Icon } from './icon.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { SectionLinks } from './section-links.tsx'
import { UserSlot } from './user-slot.tsx'

export interface HeaderProps {
  /** Fired alerts that were not seen, as far as the page knows */
  unseenAlerts?: number
  /** Whether the content below is as wide as the window */
  isWide?: boolean
}

/** Personal parts arrive later in the user slot, whose room is reserved, so filling it shifts nothing. */
export function Header({ unseenAlerts = 0, isWide = false }: HeaderProps) {
  const { siteName, viewer, isPart } = useFrame()
  const { locale, t } = useLocale()
  if (isPart) return <HeaderPart />
  return (
    <header className={`site-header${viewer ? ' is-app' : ''}${isWide ? ' is-wide' : ''}`}>
      <div className="site-header-row">
        <CachedPart as="a" name="home" className="site-header-home" href={localised(locale, paths.home)}>
          <Logo name={siteName} />
        </CachedPart>
        <nav className="site-header-nav" aria-label={t('ui.mainNavigation')} data-part="sections">
          <SectionLinks unseenAlerts={unseenAlerts} />
        </nav>
        <UserSlot />
        <CachedPart
          as="a"
          name="search-trigger"
          className="search-trigger"
          href={localised(locale, paths.search)}
          data-open-search
        >
          <Icon name="i-lucide-search" />
          <span className="search-trigger-label">{t('ui.search')}</span>
          <span className="search-trigger-keys" aria-hidden="true" data-apple="⌘ K">
            Ctrl K
          </span>
        </CachedPart>
        <div className="site-header-tools">
          <LanguageSwitch />
          <ColorMode />
        </div>
        <details className="site-menu" data-menu>
          <CachedPart as="summary" name="menu" aria-label={t('ui.menu')}>
            <Icon name="i-lucide-menu" className="site-menu-open" />
            <Icon name="i-lucide-x" className="site-menu-close" />
          </CachedPart>
          <div className="site-menu-panel">
            <nav className="site-menu-nav" aria-label={t('ui.menu')} data-part="sections">
              <SectionLinks />
            </nav>
            <div className="site-menu-tools">
              <LanguageSwitch />
              <ColorModes />
            </div>
          </div>
        </details>
      </div>
    </header>
  )
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
