import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { href, paths } from '../paths.ts'
import { CachedPart } from './cached-part.tsx'
import { useFrame } from './frame.tsx'
import { Icon } from './icon.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'

type Guide = readonly [slug: string, name: MessageKey]

const productGuides: readonly Guide[] = [
  ['start/what-is-kurs', 'ui.footerWhat'],
  ['start/quick-start', 'ui.footerStart'],
  ['start/faq', 'ui.footerFaq'],
]
const docsGuides: readonly Guide[] = [
  ['writing/files-and-folders', 'ui.footerWriting'],
  ['operations/install', 'ui.footerOperations'],
]

/** @param version  shown to administrators */
export function Footer({ version }: { version?: string }) {
  const { isPart, isApp } = useFrame()
  if (isPart) return null
  if (isApp) return <AppFooter version={version} />
  return (
    <footer className="site-footer">
      <FooterRows version={version} />
    </footer>
  )
}

/** Footer of the app's pages: one line, so that the screen belongs to the figures. */
function AppFooter({ version }: { version?: string | undefined }) {
  const { hasGuide = () => true } = useFrame()
  const { locale, t } = useLocale()
  const faq = 'start/faq'
  return (
    <footer className="app-footer">
      <nav aria-label={t('ui.footerNavigation')}>
        <a href={localised(locale, paths.docs)}>{t('ui.docs')}</a>
        {hasGuide(faq) && <a href={localised(locale, href(paths.docsPage, { slug: faq }))}>{t('ui.footerFaq')}</a>}
        <a href={localised(locale, paths.blog)}>{t('ui.blog')}</a>
        <a href={localised(locale, paths.sitemap)}>{t('ui.footerSitemap')}</a>
        <LanguageSwitch />
      </nav>
      <p>
        <span className="app-footer-risk">{t('ui.footerRisk')} </span>
        {t('ui.footerClock')}
        {version && ` Kurs ${version}.`}
      </p>
    </footer>
  )
}

/** Footer of a screen as high as the window: a single line that opens upwards. */
export function FoldedFooter() {
  const { t } = useLocale()
  return (
    <footer className="site-links">
      <details data-menu>
        <summary>
          {t('ui.footerOpen')}
          <Icon name="i-lucide-chevron-up" />
        </summary>
        <div className="site-footer site-links-panel">
          <FooterRows />
        </div>
      </details>
    </footer>
  )
}

function FooterRows({ version }: { version?: string | undefined }) {
  const { siteName, hasGuide = () => true } = useFrame()
  const { locale, t } = useLocale()
  // The cache key contains the set of guides that exist, because the columns of the footer depend on it.
  const present = [...productGuides, ...docsGuides].map(([slug]) => (hasGuide(slug) ? 1 : 0)).join('')
  const guides = (listed: readonly Guide[]) =>
    listed
      .filter(([slug]) => hasGuide(slug))
      .map(([slug, name]) => (
        <a key={slug} href={localised(locale, href(paths.docsPage, { slug }))}>
          {t(name)}
        </a>
      ))
  return (
    <>
      <div className="site-footer-row">
        <CachedPart as="div" name="footer-brand" className="site-footer-brand">
          <Logo name={siteName} />
          <p>{t('ui.footerTagline')}</p>
        </CachedPart>
        <CachedPart
          as="nav"
          name={`footer-columns ${present}`}
          className="site-footer-columns"
          aria-label={t('ui.footerNavigation')}
        >
          {guides(productGuides).length > 0 && (
            <div>
              <h2>{t('ui.footerProduct')}</h2>
              {guides(productGuides)}
            </div>
          )}
          <div>
            <h2>{t('ui.footerDocs')}</h2>
            <a href={localised(locale, paths.docs)}>{t('ui.docs')}</a>
            {guides(docsGuides)}
          </div>
          <div>
            <h2>{t('ui.footerFollow')}</h2>
            <a href={localised(locale, paths.blog)}>{t('ui.blog')}</a>
            <a href={localised(locale, paths.blogFeed)}>
              <Icon name="i-lucide-rss" />
              {t('ui.footerFeed')}
            </a>
            <a href={localised(locale, paths.sitemap)}>{t('ui.footerSitemap')}</a>
          </div>
        </CachedPart>
      </div>
      <div className="site-footer-small">
        <p>
          {t('ui.footerRisk')} {t('ui.footerClock')}
          {version && ` Kurs ${version}.`}
        </p>
        <LanguageSwitch />
      </div>
    </>
  )
}
