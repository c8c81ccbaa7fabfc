import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { href, paths } from '../paths.ts'
import { useFrame } from './frame.tsx'
import { Icon } from './icon.tsx'
import { Kept } from './kept.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'

export function Footer() {
  const { siteName, isPart } = useFrame()
  const { locale, t } = useLocale()
  const docs = (slug: string) => localised(locale, href(paths.docsPage, { slug }))
  if (isPart) return null
  return (
    <footer className="site-footer">
      <div className="site-footer-row">
        <Kept as="div" name="footer-brand" className="site-footer-brand">
          <Logo name={siteName} />
          <p>{t('ui.footerTagline')}</p>
        </Kept>
        <Kept as="nav" name="footer-columns" className="site-footer-columns" aria-label={t('ui.footerNavigation')}>
          <div>
            <h2>{t('ui.footerProduct')}</h2>
            <a href={docs('start/what-is-kurs')}>{t('ui.footerWhat')}</a>
            <a href={docs('start/quick-start')}>{t('ui.footerStart')}</a>
            <a href={docs('start/faq')}>{t('ui.footerFaq')}</a>
          </div>
          <div>
            <h2>{t('ui.footerDocs')}</h2>
            <a href={localised(locale, paths.docs)}>{t('ui.docs')}</a>
            <a href={docs('writing/files-and-folders')}>{t('ui.footerWriting')}</a>
            <a href={docs('operations/install')}>{t('ui.footerOperations')}</a>
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
        </Kept>
      </div>
      <div className="site-footer-small">
        <p>
          {t('ui.footerRisk')} {t('ui.footerClock')}
        </p>
        <LanguageSwitch />
      </div>
    </footer>
  )
}
