import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ReactElement } from 'react'
import { AppError } from '../http/errors.ts'
import { type RenderPageOptions, renderPage } from '../http/render.tsx'
import { formatSpan, formatTime } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import { type Translate, translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { pageFrame } from '../site/page-frame.ts'
import { pageHead } from '../site/page-head.ts'
import type { SiteDeps } from '../site/site-deps.ts'
import { deviceMark } from './device.ts'
import { type Flash, flashText } from './flash.ts'
import { type AuthEnv, type GuardDeps, readSession } from './middleware.ts'
import { safeNext } from './next-path.ts'
import type { PasswordFault } from './password-rules.ts'
import { findUser, type UserRow } from './queries.ts'
import type { Session } from './session.ts'
import type { SignedIn } from './start-session.ts'

/** What the pages of accounts are made of. */
export interface AccountPageDeps {
  site: SiteDeps
  guards: GuardDeps
}

export type AuthContext = Context<AuthEnv>

export interface ShownPage {
  title: string
  /** What the page is for; that it is about an account unless given */
  description?: string
  status?: RenderPageOptions['status']
}

/** Renders a page that is for one person: nobody keeps it, no search engine lists it. */
export function showPage(c: AuthContext, { site }: AccountPageDeps, page: ReactElement, shown: ShownPage) {
  const { locale, localPath } = c.var
  const { search } = new URL(c.req.url)
  const { title, description = translator(locale)('auth.description'), status } = shown
  const more = { isHiddenFromCrawlers: true }
  const head = pageHead({ siteUrl: site.siteUrl, locale, path: localPath, title, description, more })
  const frame = pageFrame(c, site, 'none')
  const translations = frame.translations.map(({ href, ...rest }) => ({ ...rest, href: href && href + search }))
  return renderPage(c, page, { head, frame: { ...frame, isApp: true, translations }, status })
}

const maxBody = 16 * 1024

/** What every page of accounts needs first: who asks, and a form of bearable size. */
export function accountPage({ guards }: AccountPageDeps): MiddlewareHandler<AuthEnv>[] {
  const onError = () => {
    throw new AppError(413, 'The request is too large.')
  }
  return [readSession(guards), bodyLimit({ maxSize: maxBody, onError })]
}

/** The text fields of a form by name; what is missing or a file is empty. */
export async function readForm(c: AuthContext): Promise<(name: string) => string> {
  const body = await c.req.parseBody()
  return (name) => {
    const value = body[name]
    return typeof value === 'string' ? value.slice(0, 4000) : ''
  }
}

/** The words of the request's language. */
export function wordsOf(c: AuthContext): Translate {
  return translator(c.var.locale)
}

/** Where to go afterwards, when the address names a place of this site. */
export function nextOf(c: AuthContext, { guards }: AccountPageDeps): string | undefined {
  return safeNext(c.req.query('next'), guards.auth.siteUrl)
}

/** The address of a page in the request's language, with the place to go to afterwards. */
export function withNext(c: AuthContext, path: string, next: string | undefined): string {
  return localised(c.var.locale, path) + (next ? `?next=${encodeURIComponent(next)}` : '')
}

/** Leaves the cookies of a session that has just begun, and goes on. */
export function enter(c: AuthContext, deps: AccountPageDeps, { token, user }: SignedIn, next = nextOf(c, deps)) {
  const { cookies, auth } = deps.guards
  cookies.remove(c, 'pending')
  cookies.write(c, 'sid', token)
  cookies.write(c, 'device', deviceMark(auth.secret, user.id))
  return c.redirect(next ?? localised(c.var.locale, paths.app), 303)
}

/** What is wrong with a new password, in words. */
export function faultText(t: Translate, fault: PasswordFault): string {
  return t(
    (
      {
        short: 'auth.faultShort',
        long: 'auth.faultLong',
        common: 'auth.faultCommon',
        login: 'auth.faultLogin',
      } as const
    )[fault],
  )
}

/** That somebody tries too often, and when to come back; says so to programs too. */
export function slowDownText(c: AuthContext, waitMs: number): string {
  c.header('retry-after', String(Math.ceil(waitMs / 1000)))
  return wordsOf(c)('auth.slowDown', { when: formatSpan(c.var.locale, waitMs) })
}

export interface Ban {
  reason: string | null
  until: number | null
}

/** That an account is banned, until when and why: for who has shown its password. */
export function banText(c: AuthContext, { reason, until }: Ban): string {
  const t = wordsOf(c)
  const first = until === null ? t('auth.banned') : t('auth.bannedUntil', { until: formatTime(c.var.locale, until) })
  return reason ? `${first} ${t('auth.bannedReason', { reason })}` : first
}

export interface Owner {
  user: UserRow
  session: Session
}

/** Who is signed in, behind the guard `auth`. */
export async function ownerOf(c: AuthContext, { guards }: AccountPageDeps): Promise<Owner> {
  const { session } = c.var
  const user = session && (await findUser(guards.auth.db, session.user.id))
  if (!user) throw new AppError(401, 'Sign in first.')
  return { user, session }
}

/** Takes the flash that the form before has left; it is shown once. */
export function takeFlash(c: AuthContext, { guards: { cookies } }: AccountPageDeps): string | undefined {
  const name = cookies.read(c, 'flash')
  if (name !== undefined) cookies.remove(c, 'flash')
  return flashText(wordsOf(c), name)
}

/** Answers a form that has done its work: the page that follows says so. */
export function done(c: AuthContext, { guards }: AccountPageDeps, flash: Flash, path: string, locale = c.var.locale) {
  guards.cookies.write(c, 'flash', flash)
  return c.redirect(localised(locale, path), 303)
}
