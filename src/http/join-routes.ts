import { type Env, Hono } from 'hono'

/** Combines the routes of one domain. The first match answers, in the given order. */
export function joinRoutes<E extends Env>(parts: readonly Hono<E>[]): Hono<E> {
  const joined = new Hono<E>()
  for (const part of parts) joined.route('/', part)
  return joined
}
