import type { Environment } from './environment.ts'
import type { RouteRule } from './route-rule.ts'

/** Languages of the site's name, description and route rules. The list itself, `locales`, is checked against it. */
export type SiteLocale = 'ru' | 'en'

export interface SiteConfig {
  name: Record<SiteLocale, string>
  description: Record<SiteLocale, string>
  /** Between a page's title and the site's name */
  separator: string
  /** Twitter account named in link previews, with its @ */
  twitter: string | undefined
  trailingSlash: boolean
  /** Interval at which open pages check for a newer build, s; 0: they never check */
  buildCheckSeconds: number
  routeRules: readonly RouteRule[]
  analytics: Analytics
  /** Hosts that texts may embed in frames */
  embeds: readonly string[]
}

/** Settings of analytics services; none is used by default. */
export interface Analytics {
  metrika?: string | undefined
  script?: { url: string; id: string | undefined } | undefined
}

/** Returns the site's configuration. A name or description applies to both languages unless there is an English one. */
export function siteOf(given: Environment, routeRules: readonly RouteRule[]): SiteConfig {
  const { SITE_NAME: name, SITE_DESCRIPTION: description } = given
  return {
    name: { ru: name ?? 'Курс', en: given.SITE_NAME_EN ?? name ?? 'Kurs' },
    description: {
      ru:
        description ?? 'Курс — живые цены, графики и боты на учебных деньгах, с документацией, которую хочется читать.',
      en:
        given.SITE_DESCRIPTION_EN ??
        description ??
        'Kurs: live prices, charts and paper-trading bots, with documentation worth reading.',
    },
    separator: given.SITE_SEPARATOR,
    twitter: given.SITE_TWITTER,
    trailingSlash: given.SITE_TRAILING_SLASH,
    buildCheckSeconds: given.BUILD_CHECK_SECONDS,
    routeRules,
    analytics: {
      metrika: given.ANALYTICS_METRIKA_ID,
      script: given.ANALYTICS_SCRIPT_URL
        ? { url: given.ANALYTICS_SCRIPT_URL, id: given.ANALYTICS_SCRIPT_ID }
        : undefined,
    },
    embeds: given.EMBEDS,
  }
}
