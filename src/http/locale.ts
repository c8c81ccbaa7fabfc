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
import { isCrawler } from './crawler.ts'
import type { AppEnv } from './env.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** The header that remembers a language for a year. */
export function rememberLocale(locale: Locale): string {
  return `${localeCookie}=${locale}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax`
}

/** Puts the language of the address and the address below it into `c.var`. */
export const readLocale: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { locale, path } = splitLocale(c.req.path)
  c.set('locale', locale)
  c.set('localPath', path)
  await next()
}

/**
 * Sends a first visitor of `/` to their language: the cookie decides, then Accept-Language. Crawlers stay, and no
 * other page ever redirects.
 */
export const detectLocale: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.var.locale !== defaultLocale || comesFromHere(c)) return next()
  const locale = detectedLocale(c)
  if (locale === defaultLocale || isCrawler(c.req.header('user-agent'))) return next()
  const { search } = new URL(c.req.url)
  c.header('set-cookie', rememberLocale(locale))
  c.header('vary', 'Accept-Language, Cookie')
  c.header('cache-control', 'no-store')
  return c.redirect(`${localised(locale, '/')}${search}`, 302)
}

/**
 * Whether a link of this site led here: whoever clicks «Русский» means it, whatever their cookie says. Browsers tell by
 * Sec-Fetch-Site, older ones by the referrer.
 */
function comesFromHere(c: Context<AppEnv>): boolean {
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
 * The supported language that Accept-Language puts highest: an exact tag before its bare language at the same place.
 * Entries refused with `q=0` do not count.
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

/** `/docs/` is `/docs`: one address a page, query kept. */
export const dropTrailingSlash: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  if (pathname === '/' || !pathname.endsWith('/')) return next()
  // A leading `//host` would leave the site.
  const target = pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/'
  return c.redirect(`${target}${search}`, 301)
}
