import type { Context, MiddlewareHandler } from 'hono'
import { type Cookies, createCookies } from '../http/cookies.ts'
import type { AppEnv } from '../http/env.ts'
import { NotFoundError } from '../http/errors.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import type { Viewer } from '../ui/frame.tsx'
import { auditStatement } from './audit.ts'
import { type AuthDeps, type AuthOptions, createAuthDeps } from './auth-deps.ts'
import { isFresh, openSessions, type Session, type Sessions } from './session.ts'

/** What `c.var` holds behind `readSession`. */
export interface AuthEnv extends AppEnv {
  Variables: AppEnv['Variables'] & {
    /** Who asks; nobody when absent */
    session?: Session | undefined
  }
}

export type Guard = 'auth' | 'admin' | 'guest'

export interface GuardDeps {
  auth: AuthDeps
  sessions: Sessions
  cookies: Cookies
}

/** Everything accounts need, over `app.db` with its tables in place. */
export function createGuardDeps(options: AuthOptions): GuardDeps {
  return {
    auth: createAuthDeps(options),
    sessions: openSessions(options.db),
    cookies: createCookies(options.siteUrl),
  }
}

/** Finds out who asks. A cookie that is worth nothing any more is taken back. */
export function readSession({ auth, sessions, cookies }: GuardDeps): MiddlewareHandler<AuthEnv> {
  return async (c, next) => {
    const token = cookies.read(c, 'sid')
    const session = token ? await sessions.check(token, auth.now()) : undefined
    c.set('session', session)
    c.set('viewer', session && viewerOf(session))
    if (token && !session) cookies.remove(c, 'sid')
    await next()
    // What depends on who asks is nobody else's, not even the browser's for later.
    c.header('cache-control', 'no-store')
    c.header('vary', 'Cookie', { append: true })
  }
}

function viewerOf({ user, impersonatorId }: Session): Viewer {
  const isImpersonated = impersonatorId !== null
  return { name: user.name, isAdmin: user.role === 'admin' && !isImpersonated, isImpersonated, accent: user.accent }
}

/**
 * A guard by its name, as routes name it.
 * @throws Error when there is none of that name: a mistake of whoever wrote the route
 */
export function guard(name: string, deps: GuardDeps): MiddlewareHandler<AuthEnv> {
  const guards: Record<string, MiddlewareHandler<AuthEnv>> = {
    auth: requireUser,
    admin: requireAdmin(deps),
    guest: requireGuest,
  }
  const found = guards[name]
  if (!found) throw new Error(`Unknown route middleware: '${name}'.`)
  return found
}

const requireUser: MiddlewareHandler<AuthEnv> = async (c, next) => {
  if (!c.var.session) return askToSignIn(c, paths.login)
  await next()
}

/** Administrators only, and with a second factor: the first visit leads through setting it up. */
function requireAdmin({ auth }: GuardDeps): MiddlewareHandler<AuthEnv> {
  return async (c, next) => {
    const { session } = c.var
    if (!session) return askToSignIn(c, paths.login)
    if (session.user.role !== 'admin' || session.impersonatorId !== null) {
      const after = { path: c.req.path }
      const entry = { act: 'access.refused', isSuccess: false, actor: session.user, after } as const
      const origin = { address: c.var.address, requestId: c.var.requestId }
      await auth.db.writeBatch([auditStatement(auth.db, origin, auth.now(), entry)])
      // Who may not know the address learns nothing about it.
      throw new NotFoundError(c.req.path)
    }
    if (!session.user.hasSecondFactor) return askToSignIn(c, paths.secondFactor)
    await next()
  }
}

const requireGuest: MiddlewareHandler<AuthEnv> = async (c, next) => {
  if (c.var.session) return c.redirect(localised(c.var.locale, paths.app), 303)
  await next()
}

/** Lets a dangerous act through when its owner proved recently who they are; others are asked to do so first. */
export function requireFresh({ auth }: GuardDeps): MiddlewareHandler<AuthEnv> {
  return async (c, next) => {
    const { session } = c.var
    if (!session || !isFresh(session, auth.now())) return askToSignIn(c, paths.confirm)
    await next()
  }
}

/** Sends people to a page that asks who they are, and tells programs that they have to say it. */
function askToSignIn(c: Context<AuthEnv>, page: string): Response {
  const { method, path, url } = c.req
  // A form that was sent is not sent again: its page is where to come back to.
  const back = method === 'GET' ? path + new URL(url).search : refererPath(c)
  const address = `${localised(c.var.locale, page)}?next=${encodeURIComponent(back)}`
  c.header('cache-control', 'no-store')
  if (c.req.header('hx-request')) {
    c.header('hx-redirect', address)
    return c.body(null, 401)
  }
  if (path.startsWith('/api/') || c.req.header('accept')?.includes('json')) {
    const problem = { type: 'about:blank', title: 'Unauthorized', status: 401, instance: path }
    return c.json(problem, 401, { 'content-type': 'application/problem+json' })
  }
  return c.redirect(address, 303)
}

function refererPath(c: Context<AuthEnv>): string {
  const referrer = URL.parse(c.req.header('referer') ?? '')
  return referrer?.host === new URL(c.req.url).host ? referrer.pathname + referrer.search : '/'
}
