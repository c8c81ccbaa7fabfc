import type { SiteConfig } from '../../config/site-config.ts'
import { type Locale, languageTags, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'

/**
 * Builds the web app manifest. The manifests of all languages have the same ID, so that switching the language does not
 * install a second app.
 */
export function webManifest(locale: Locale, { name, description }: Pick<SiteConfig, 'name' | 'description'>) {
  const pictures = (kind: string, purpose: string) =>
    [192, 512].map((size) => ({ src: `/${kind}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }))
  return {
    id: paths.app,
    name: name[locale],
    short_name: name[locale],
    description: description[locale],
    lang: languageTags[locale],
    dir: 'ltr',
    start_url: localised(locale, paths.app),
    scope: '/',
    display: 'standalone',
    background_color: '#050b14',
    theme_color: '#050b14',
    icons: [
      { src: paths.favicon, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...pictures('icon', 'any'),
      ...pictures('icon-maskable', 'maskable'),
    ],
  }
}
