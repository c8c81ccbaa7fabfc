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
import { fullPath } from '../shell/address.ts'
import type { Viewer } from '../ui/frame.tsx'
import { openApiTokens, type TokenCaller } from './api-token/api-tokens.ts'
import { createCallGuard, type GuardCall } from './api-token/middleware.ts'
import { auditStatement } from './audit.ts'
import { type AuthDeps, type AuthOptions, createAuthDeps } from './auth-deps.ts'
import { findUser, type UserRow } from './queries.ts'
import { hasRecentProof, openSessions, type Session, type Sessions } from './session/session.ts'
import type { CurrentUser } from './user.ts'

/** Type of `c.var` behind every guard except `anyone`. */
export interface AuthEnv extends AppEnv {
  Variables: AppEnv['Variables'] & {
    session?: Session | undefined
    /** The API client, on routes that accept tokens, if it has called with a token instead of a session */
    tokenCaller?: TokenCaller | undefined
    deviceToken?: string | undefined
    /** Path to return to after step-up authentication; defaults to the page of the form */
    back?: string | undefined
  }
}

/** Access guards. Every route that identifies users has one of these as its first handler. */
export interface Guards {
  /** Admits everybody; reads the session if there is one */
  visitor: Guard<AuthEnv>
  /** Admits only signed-out visitors; redirects others to the app */
  guest: Guard<AuthEnv>
  /** Admits signed-in users; asks others to sign in */
  auth: Guard<AuthEnv>
  /** Admits administrators with a second factor; answers 404 to everybody else */
  admin: Guard<AuthEnv>
  /** Step-up authentication behind `auth` or `admin`: requires a recent password check */
  stepUp: MiddlewareHandler<AuthEnv>
  /** Guards API calls: admits a token with the scope, otherwise applies the given guard; each call has a rate limit */
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
    storeCaller: (c, caller) => c.set('tokenCaller', caller),
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
  const createGuard = (check: (c: Context<AuthEnv>) => Refusal): MiddlewareHandler<AuthEnv> => {
    return async (c, next) => {
      // Ignores the cookie when a bearer token is sent. Routes without token access treat such requests as anonymous.
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
      createGuard(() => undefined),
    ),
    guest: declareAccess('guest', createGuard(redirectSignedIn)),
    auth: declareAccess('auth', createGuard(requireSession)),
    admin: declareAccess(
      'admin',
      createGuard((c) => refuseNonAdmin(c, auth)),
    ),
    stepUp: async (c, next) => {
      const { session } = c.var
      if (!session || !hasRecentProof(session, auth.now())) return askToSignIn(c, paths.confirm)
      await next()
    },
  }
}

/** Forbids all caches, including the browser's, to store personal responses. */
function forbidStoring(c: Context<AuthEnv>): void {
  if (!c.finalized) {
    c.header('cache-control', 'no-store')
    c.header('vary', 'Cookie', { append: true })
    return
  }
  // Sets the headers directly: `c.header` would rebuild the finished response for each header.
  c.res.headers.set('cache-control', 'no-store')
  c.res.headers.append('vary', 'Cookie')
}

/** Returns the session. @throws AppError (401) when the route is not behind `auth` or `admin` */
export function currentSession(c: Context<AuthEnv>): Session {
  const { session } = c.var
  if (!session) throw new AppError(401, 'Sign in first.')
  return session
}

export function currentUser(c: Context<AuthEnv>): CurrentUser {
  return c.var.tokenCaller?.user ?? currentSession(c).user
}

/** Reads the account from the database. @throws AppError (401) when it was just deleted */
export async function currentAccount(c: Context<AuthEnv>, db: Db): Promise<UserRow> {
  const user = await findUser(db, currentUser(c).id)
  if (!user) throw new AppError(401, 'Sign in first.')
  return user
}

function viewerOf({ user, impersonatorId, hasWarnings, unseenAlerts }: Session): Viewer {
  const { id, name, role, accent } = user
  const isImpersonated = impersonatorId !== null
  return { id, name, isAdmin: role === 'admin' && !isImpersonated, isImpersonated, accent, hasWarnings, unseenAlerts }
}

type Refusal = Response | undefined | Promise<Response | undefined>

function redirectSignedIn(c: Context<AuthEnv>): Refusal {
  return c.var.session && c.redirect(localised(c.var.locale, paths.app), 303)
}

function requireSession(c: Context<AuthEnv>): Refusal {
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
    // Uses the same words for every path of the area, so that visitors without access cannot learn which paths exist.
    throw new RejectedPageError(fullPath(c))
  }
  return session.user.hasSecondFactor ? undefined : askToSignIn(c, paths.secondFactor)
}

function askToSignIn(c: Context<AuthEnv>, page: string): Response {
  const { path } = c.req
  const back = returnPathOf(c)
  const address = `${localised(c.var.locale, page)}?next=${encodeURIComponent(back)}`
  c.header('cache-control', 'no-store')
  if (c.req.header('hx-request')) {
    c.header('hx-redirect', address)
    return c.body(null, 401)
  }
  if (path.startsWith('/api/') || c.req.header('accept')?.includes('json')) return problem(c, 401, 'Unauthorized')
  return c.redirect(address, 303)
}

/**
 * Returns the path to open after sign-in. A form is not resent and a partial is no page, so both return to their page.
 */
function returnPathOf({ req, var: { back } }: Context<AuthEnv>): string {
  const { method, path, url } = req
  if (method !== 'GET') return back ?? refererPath(req) ?? '/'
  const asked = path + new URL(url).search
  return req.header('hx-request-type') === 'partial' ? (refererPath(req) ?? asked) : asked
}

function refererPath(request: Context['req']): string | undefined {
  const referrer = URL.parse(request.header('referer') ?? '')
  return referrer?.host === new URL(request.url).host ? referrer.pathname + referrer.search : undefined
}
