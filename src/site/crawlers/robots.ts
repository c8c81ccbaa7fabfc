import { locales, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'

/** Builds robots.txt, which excludes search results and partials from indexing. */
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
