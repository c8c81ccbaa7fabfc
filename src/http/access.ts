import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'

/** Who may use a route; each says so by its first handler. */
const accesses = ['public', 'guest', 'auth', 'admin'] as const
export type Access = (typeof accesses)[number]

/** A first handler that says who may use its route, and lets nobody else through. */
export type Guard<Env extends AppEnv = AppEnv> = MiddlewareHandler<Env> & {
  readonly access: Access
  /** Of the tokens by which programs may come in too */
  readonly scope?: string | undefined
}

export function declareAccess<Env extends AppEnv>(
  access: Access,
  middleware: MiddlewareHandler<Env>,
  scope?: string,
): Guard<Env> {
  return Object.assign(middleware, { access, scope })
}

/** For routes that are the same for everyone: nobody asks who is there. */
export const anyone = declareAccess<AppEnv>('public', (_, next) => next())

/** @throws Error for a guard of another name: the routes are not mounted then */
export function accessOf(handler: object): Access | undefined {
  if (!('access' in handler)) return undefined
  const known = accesses.find((access) => access === handler.access)
  if (!known) throw new Error(`Unknown route middleware: ${handler.access}`)
  return known
}

export function scopeOf(handler: object): string | undefined {
  return 'scope' in handler && typeof handler.scope === 'string' ? handler.scope : undefined
}
