import type { MiddlewareHandler } from 'hono'
import type { RateLimitOptions } from '../limits/rate-limit.ts'
import type { AppEnv } from './env.ts'

/** Access levels of routes; the first handler of each route declares its level. */
const accesses = ['public', 'guest', 'auth', 'admin'] as const
export type Access = (typeof accesses)[number]

/** First handler of a route: declares the route's access level and rejects all visitors without it. */
export type Guard<Env extends AppEnv = AppEnv> = MiddlewareHandler<Env> & {
  readonly access: Access
  /** Token scope with which API clients may use the route, besides visitors */
  readonly scope?: string | undefined
  /** Rate limit that the guard applies */
  readonly limit?: RateLimitOptions | undefined
}

export function declareAccess<Env extends AppEnv>(
  access: Access,
  middleware: MiddlewareHandler<Env>,
  { scope, limit }: Pick<Guard, 'scope' | 'limit'> = {},
): Guard<Env> {
  return Object.assign(middleware, { access, scope, limit })
}

/** Guard of routes that are the same for everyone: the visitor is not identified. */
export const anyone = declareAccess<AppEnv>('public', (_, next) => next())

/**
 * Returns the access level that a handler declares. @throws Error for an unknown access level, so that the routes are
 * not mounted
 */
export function accessOf(handler: object): Access | undefined {
  if (!('access' in handler)) return undefined
  const known = accesses.find((access) => access === handler.access)
  if (!known) throw new Error(`Unknown route middleware: ${handler.access}`)
  return known
}

export function scopeOf(handler: object): string | undefined {
  return 'scope' in handler && typeof handler.scope === 'string' ? handler.scope : undefined
}
