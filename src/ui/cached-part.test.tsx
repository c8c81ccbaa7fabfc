import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { LocaleProvider } from '../i18n/context.tsx'
import type { Locale } from '../i18n/locales.ts'
import { Footer } from './footer.tsx'
import { type Frame, FrameProvider } from './frame.tsx'
import { Header } from './header.tsx'
import { SearchPalette } from './search/search-palette.tsx'

/** Creates a separate site for each test, because cached parts belong to one site. */
function createSite(siteName: string) {
  const navigation: Frame['navigation'] = [
    { menu: 'site', path: '/docs', label: 'ui.docs', order: 1 },
    { menu: 'user', path: '/account', label: 'account.title', order: 1, icon: 'i-lucide-user' },
  ]
  return (locale: Locale, path: string, section: Frame['section'], viewer?: Frame['viewer']) => {
    const other = locale === 'ru' ? 'en' : 'ru'
    const frame: Frame = {
      locale,
      path,
      section,
      siteName,
      siteDescription: '',
      separator: '·',
      twitter: undefined,
      endsWithSlash: false,
      buildCheckSeconds: 0,
      redirects: [],
      assets: {
        css: '/a.css',
        appCss: '/b.css',
        adminCss: '/assets/admin-test.css',
        visitorCss: { account: '/assets/account.css', bots: '/assets/bots.css', charts: '/assets/charts.css' },
        js: '/a.js',
        fonts: { text: '/t.woff2', latinCode: '/l.woff2', cyrillicCode: '/c.woff2' },
      },
      isApp: false,
      navigation,
      runtime: { tickerUrl: '', tickerPath: '', buildId: '', locale },
      translations: [{ locale }, { locale: other, href: `/of${path}` }],
      isDev: false,
      viewer,
    }
    return renderToString(
      <LocaleProvider locale={locale}>
        <FrameProvider frame={frame}>
          <Header />
          <Footer />
          <SearchPalette />
        </FrameProvider>
      </LocaleProvider>,
    )
  }
}

const viewer = {
  id: '1',
  name: 'Ada',
  isAdmin: false,
  isImpersonated: false,
  accent: null,
  hasWarnings: false,
  unseenAlerts: 0,
}

test('cached parts are the same whichever page came first, for whom and in which language', () => {
  const pages: Parameters<ReturnType<typeof createSite>>[] = [
    ['ru', '/docs/a', 'docs', undefined],
    ['ru', '/docs/a', 'docs', viewer],
    ['en', '/en/blog', 'blog', undefined],
    ['ru', '/login', 'none', undefined],
    ['ru', '/', 'home', undefined],
  ]
  const alone = pages.map((page) => createSite('Курс')(...page))
  const site = createSite('Курс')
  expect(pages.toReversed().map((page) => site(...page))).toEqual(alone.toReversed())
  expect(pages.map((page) => site(...page))).toEqual(alone)
})

test('sites in one process have separate caches', () => {
  expect(createSite('Kurs One')('en', '/en', 'home')).toContain('Kurs One')
  expect(createSite('Kurs Two')('en', '/en', 'home')).not.toContain('Kurs One')
})
