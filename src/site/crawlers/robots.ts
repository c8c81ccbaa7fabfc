import { locales, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'

/** Search results and partials are not to be indexed. */
export function robotsTxt(siteUrl: string): string {
  const hidden = locales.flatMap((locale) => [localised(locale, paths.search), localised(locale, '/_partials/')])
  return [
    'User-agent: *',
    ...hidden.map((path) => `Disallow: ${path}`),
    'Disallow: /api/',
    '',
    ...locales.map((locale) => `Sitemap: ${siteUrl}${localised(locale, paths.sitemap)}`),
    '',
  ].join('\n')
}
