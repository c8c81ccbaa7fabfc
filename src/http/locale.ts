import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import {
  defaultLocale,
  isLocale,
  type Locale,
  languageTags,
  localeCookie,
  locales,
  localised,
  splitLocale,
} from '../i18n/locales.ts'
import { isCrawler } from '../ui/device/device-info.ts'
import type { AppEnv } from './env.ts'

const yearSeconds = 365 * 24 * 60 * 60

export function localeCookieHeader(locale: Locale): string {
  return `${localeCookie}=${locale}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax`
}

/** Returns whether a request loads a page: browsers accept text/html then, but not for scripts, icons or fetch. */
export function wantsPage(c: Context): boolean {
  return c.req.header('accept')?.includes('text/html') ?? false
}

export const readLocale: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { locale, path } = splitLocale(c.req.path)
  c.set('locale', locale)
  c.set('localPath', path)
  await next()
}

/**
 * Redirects a first visit of `/` by cookie, then by Accept-Language. Never redirects crawlers, or visits of any other
 * page.
 */
export const detectLocale: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.locale !== defaultLocale || isOwnLink(c)) return next()
  const locale = detectedLocale(c)
  if (locale === defaultLocale || isCrawler(c.req.header('user-agent'))) return next()
  const { search } = new URL(c.req.url)
  c.header('set-cookie', localeCookieHeader(locale))
  c.header('vary', 'Accept-Language, Cookie')
  c.header('cache-control', 'no-store')
  return c.redirect(`${localised(locale, '/')}${search}`, 302)
}

/**
 * Returns whether the request comes from the site itself: a click on the language link «Русский» overrides the cookie.
 * Uses Sec-Fetch-Site, or the referrer in older browsers.
 */
function isOwnLink(c: Context<AppEnv>): boolean {
  const from = c.req.header('sec-fetch-site')
  if (from) return from === 'same-origin'
  const referrer = c.req.header('referer')
  return referrer !== undefined && URL.parse(referrer)?.host === new URL(c.req.url).host
}

function detectedLocale(c: Context<AppEnv>): Locale {
  const remembered = getCookie(c, localeCookie)
  if (isLocale(remembered)) return remembered
  return matchLanguage(c.req.header('accept-language')) ?? defaultLocale
}

/**
 * Returns the locale of the reader. API paths have no locale, so uses that of the page that sent the request, or the
 * browser's.
 */
export function readerLocale(c: Context<AppEnv>): Locale {
  if (!c.req.path.startsWith('/api/')) return c.var.locale
  const page = URL.parse(c.req.header('referer') ?? '')?.pathname
  if (page !== undefined) return splitLocale(page).locale
  return matchLanguage(c.req.header('accept-language')) ?? defaultLocale
}

/**
 * Returns the locale in which a path is shown. Only the locale of `/` depends on the cookie, then on Accept-Language.
 */
export function localeOfVisit(path: string, headers: Headers): Locale {
  if (path !== '/') return splitLocale(path).locale
  const [, remembered] = new RegExp(`(?:^|;\\s*)${localeCookie}=(\\w+)`).exec(headers.get('cookie') ?? '') ?? []
  return isLocale(remembered)
    ? remembered
    : (matchLanguage(headers.get('accept-language') ?? undefined) ?? defaultLocale)
}

/**
 * Returns the locale that the reader prefers: sorts tags by `q`, then by order. A tag matches a locale exactly or by
 * its language. Ignores `q=0`.
 */
export function matchLanguage(header: string | undefined): Locale | undefined {
  const wanted = (header ?? '')
    .split(',')
    .map((entry, at) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality), at }
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality || left.at - right.at)
  for (const { tag } of wanted) {
    const match = locales.find(
      (locale) => tag === locale || tag === languageTags[locale].toLowerCase() || tag.split('-')[0] === locale,
    )
    if (match) return match
  }
  return undefined
}

export const dropTrailingSlash: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  if (pathname === '/' || !pathname.endsWith('/')) return next()
  // Removes further leading slashes: a leading `//host` would leave the site.
  const target = pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/'
  return c.redirect(`${target}${search}`, 301)
}
