import type { Context } from 'hono'
import type { RouteRule } from '../config/route-rule.ts'
import { deviceOfRequest } from '../http/device.ts'
import type { AppEnv } from '../http/env.ts'
import { type Locale, locales, localised, splitLocale } from '../i18n/locales.ts'
import { deviceWords } from '../ui/device/device-info.ts'
import type { Frame } from '../ui/frame.tsx'
import type { Shell } from './shell.ts'

/**
 * Builds the data of the frame around the requested page. The language switch offers only languages in which the page
 * exists.
 */
export function pageFrame(
  c: Context<AppEnv>,
  { about, assets, ticker, buildId, guides, navigation, isDev, isSignUpOpen }: Shell,
  section: Frame['section'],
  existsIn: readonly Locale[] = locales,
): Frame {
  const { locale, localPath } = c.var
  const newest = guides?.()
  return {
    locale,
    path: c.req.path,
    section,
    siteName: about.name[locale],
    siteDescription: about.description[locale],
    separator: about.separator,
    twitter: about.twitter,
    endsWithSlash: about.trailingSlash,
    buildCheckSeconds: about.buildCheckSeconds,
    redirects: about.routeRules.map(rootOf).filter((root) => root.startsWith('!') || isOf(locale, root)),
    assets,
    isApp: false,
    hasGuide: guides && ((slug) => newest?.has(slug) ?? false),
    runtime: { tickerUrl: ticker.url, tickerPath: ticker.path, buildId, locale },
    translations: locales.map((own) => ({
      locale: own,
      href: existsIn.includes(own) ? localised(own, localPath) : undefined,
    })),
    isDev,
    isSignUpOpen,
    navigation,
    viewer: c.var.viewer,
    analytics: about.analytics,
    // For cached pages, which are the same for all readers, the browser detects the device itself.
    device: c.var.viewer && deviceWords(deviceOfRequest((name) => c.req.header(name))),
  }
}

const isOf = (locale: Locale, root: string) => splitLocale(root.replace('*', '')).locale === locale

/**
 * Writes the path of a redirect rule for the browser. Rules that scripts cannot follow get a prefix: `fetch` hides the
 * fragment of a redirect and fails for other sites.
 */
function rootOf({ from, to }: RouteRule): string {
  const root = from.replace('/**', '*')
  return to.startsWith('/') && !to.includes('#') ? root : `!${root}`
}
