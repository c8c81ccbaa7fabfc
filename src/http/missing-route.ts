import type { Context, Hono } from 'hono'
import type { AppEnv } from './env.ts'
import { MethodError, NotFoundError } from './errors.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Returns the error for a request without a matching route: 405 if the path has other methods, else 404. */
export function missingRoute(hono: Hono<AppEnv>, c: Context<AppEnv>): MethodError | NotFoundError {
  const { pathname, search } = new URL(c.req.url)
  const answered = methods.filter((method) => hasRoute(hono, method, c.req.path))
  if (answered.length === 0) return new NotFoundError(pathname + search)
  return new MethodError(answered.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))
}

/** Ignores middleware and catch-all handlers, which are registered for all methods. */
function hasRoute(hono: Hono<AppEnv>, method: string, path: string): boolean {
  const [handlers] = hono.router.match(method, path)
  return handlers.some(([[, route]]) => route.method === method)
}
