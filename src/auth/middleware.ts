import type { Context, MiddlewareHandler } from 'hono'
import type { Db } from '../db/client.ts'
import { ignoreUnwritable } from '../db/unwritable.ts'
import { declareAccess, type Guard } from '../http/access.ts'
import { bearerOf } from '../http/bearer.ts'
import { type Cookies, createCookies } from '../http/cookies.ts'
import type { AppEnv } from '../http/env.ts'
import { AppError, RejectedPageError } from '../http/errors.ts'
import { problem } from '../http/problem.ts'
import { localised } from '../i18n/locales.ts'
import type { Logger } from '../log/logger.ts'
import { paths } from '../paths.ts'
import { fullPath } from '../site/address.ts'
import type { Viewer } from '../ui/frame.tsx'
import { openApiTokens, type TokenCaller } from './api-token/check-token.ts'
import { createCallGuard, type GuardCall } from './api-token/middleware.ts'
import { auditStatement } from './audit.ts'
import { type AuthDeps, type AuthOptions, createAuthDeps } from './auth-deps.ts'
import { findUser, type UserRow } from './queries.ts'
import { isFresh, openSessions, type Session, type Sessions } from './session/session.ts'
import type { CurrentUser } from './user.ts'

/** What `c.var` holds behind every guard but `anyone`. */
export interface AuthEnv extends AppEnv {
  Variables: AppEnv['Variables'] & {
    session?: Session | undefined
    /** Whoever asks by a token instead of a session, where a call lets it in */
    tokenCaller?: TokenCaller | undefined
    deviceToken?: string | undefined
    /** Where whoever is asked for their password comes back to, unless it is the page of the form */
    back?: string | undefined
  }
}

/** Each route that knows people has one of these as its first handler. */
export interface Guards {
  /** Everybody; reads the session if there is one */
  visitor: Guard<AuthEnv>
  /** Signed out only; others are sent to the app */
  guest: Guard<AuthEnv>
  /** Signed in; others are asked to sign in */
  auth: Guard<AuthEnv>
  /** Administrators with a second factor; 404 for everybody else */
  admin: Guard<AuthEnv>
  /** Behind `auth` or `admin`: asks for the password again unless it was given lately */
  fresh: MiddlewareHandler<AuthEnv>
  /** Calls of programs: by a token with the scope, otherwise as the guard says; each behind its limit */
  call: GuardCall<AuthEnv>
}

export interface Accounts {
  auth: AuthDeps
  cookies: Cookies
  guards: Guards
}

export interface AccountsOptions extends AuthOptions {
  log: Pick<Logger, 'error'>
}

export function openAccounts(options: AccountsOptions): Accounts {
  const auth = createAuthDeps(options)
  const cookies = createCookies(options.siteUrl)
  const sessions = openSessions(options)
  const call = createCallGuard<AuthEnv>({
    tokens: openApiTokens(options),
    keepCaller: (c, caller) => c.set('tokenCaller', caller),
    now: auth.now,
  })
  return { auth, cookies, guards: { ...createGuards({ auth, cookies, sessions }), call } }
}

interface GuardOptions {
  auth: Pick<AuthDeps, 'db' | 'now'>
  sessions: Sessions
  cookies: Cookies
}

function createGuards({ auth, sessions, cookies }: GuardOptions): Omit<Guards, 'call'> {
  const door = (check: (c: Context<AuthEnv>) => Refusal): MiddlewareHandler<AuthEnv> => {
    return async (c, next) => {
      // A program's token is no cookie's business: where tokens open nothing, whoever names one is a stranger.
      const token = bearerOf(c.req.raw.headers) === undefined ? cookies.read(c, 'sid') : undefined
      const session = token ? await sessions.check(token, auth.now()) : undefined
      c.set('session', session)
      c.set('viewer', session && viewerOf(session))
      c.set('deviceToken', cookies.read(c, 'device'))
      if (token && !session) cookies.remove(c, 'sid')
      try {
        const refusal = await check(c)
        if (refusal) c.res = refusal
        else await next()
      } finally {
        forbidStoring(c)
      }
    }
  }
  return {
    visitor: declareAccess(
      'public',
      door(() => undefined),
    ),
    guest: declareAccess('guest', door(refuseMember)),
    auth: declareAccess('auth', door(refuseStranger)),
    admin: declareAccess(
      'admin',
      door((c) => refuseNonAdmin(c, auth)),
    ),
    fresh: async (c, next) => {
      const { session } = c.var
      if (!session || !isFresh(session, auth.now())) return askToSignIn(c, paths.confirm)
      await next()
    },
  }
}

/** Personal answers are stored by nobody, not even the browser. */
function forbidStoring(c: Context<AuthEnv>): void {
  if (!c.finalized) {
    c.header('cache-control', 'no-store')
    c.header('vary', 'Cookie', { append: true })
    return
  }
  // `c.header` would make the answer again for each.
  c.res.headers.set('cache-control', 'no-store')
  c.res.headers.append('vary', 'Cookie')
}

/** @throws AppError (401) behind neither `auth` nor `admin` */
export function currentSession(c: Context<AuthEnv>): Session {
  const { session } = c.var
  if (!session) throw new AppError(401, 'Sign in first.')
  return session
}

export function currentUser(c: Context<AuthEnv>): CurrentUser {
  return c.var.tokenCaller?.user ?? currentSession(c).user
}

/** @throws AppError (401) when the account was removed a moment ago */
export async function currentAccount(c: Context<AuthEnv>, db: Db): Promise<UserRow> {
  const user = await findUser(db, currentUser(c).id)
  if (!user) throw new AppError(401, 'Sign in first.')
  return user
}

function viewerOf({ user: { id, name, role, accent }, impersonatorId, hasWarnings }: Session): Viewer {
  const isImpersonated = impersonatorId !== null
  return { id, name, isAdmin: role === 'admin' && !isImpersonated, isImpersonated, accent, hasWarnings }
}

type Refusal = Response | undefined | Promise<Response | undefined>

function refuseMember(c: Context<AuthEnv>): Refusal {
  return c.var.session && c.redirect(localised(c.var.locale, paths.app), 303)
}

function refuseStranger(c: Context<AuthEnv>): Refusal {
  return c.var.session ? undefined : askToSignIn(c, paths.login)
}

async function refuseNonAdmin(c: Context<AuthEnv>, { db, now }: GuardOptions['auth']) {
  const { session, address, requestId } = c.var
  if (!session) return askToSignIn(c, paths.login)
  if (session.user.role !== 'admin' || session.impersonatorId !== null) {
    const { actor, user, impersonatorId } = session
    const subject = impersonatorId === null ? undefined : user
    const after = { path: c.req.path }
    const entry = { act: 'access.refused', isSuccess: false, actor, subject, after } as const
    await db.writeBatch([auditStatement(db, { address, requestId }, now(), entry)]).catch(ignoreUnwritable)
    // The same words below all of the area: who may not know an address learns nothing about it.
    throw new RejectedPageError(fullPath(c))
  }
  return session.user.hasSecondFactor ? undefined : askToSignIn(c, paths.secondFactor)
}

function askToSignIn(c: Context<AuthEnv>, page: string): Response {
  const { path } = c.req
  const back = placeToComeBackTo(c)
  const address = `${localised(c.var.locale, page)}?next=${encodeURIComponent(back)}`
  c.header('cache-control', 'no-store')
  if (c.req.header('hx-request')) {
    c.header('hx-redirect', address)
    return c.body(null, 401)
  }
  if (path.startsWith('/api/') || c.req.header('accept')?.includes('json')) return problem(c, 401, 'Unauthorized')
  return c.redirect(address, 303)
}

/** A form is not sent again, and a part is no page: of both it is the page that they belong to. */
function placeToComeBackTo({ req, var: { back } }: Context<AuthEnv>): string {
  const { method, path, url } = req
  if (method !== 'GET') return back ?? refererPath(req) ?? '/'
  const asked = path + new URL(url).search
  return req.header('hx-request-type') === 'partial' ? (refererPath(req) ?? asked) : asked
}

function refererPath(request: Context['req']): string | undefined {
  const referrer = URL.parse(request.header('referer') ?? '')
  return referrer?.host === new URL(request.url).host ? referrer.pathname + referrer.search : undefined
}
