import { type Env, Hono } from 'hono'

/** Combines the routes of one domain in the given order. The first route that matches answers. */
export function joinRoutes<E extends Env>(parts: readonly Hono<E>[]): Hono<E> {
  const joined = new Hono<E>()
  for (const part of parts) joined.route('/', part)
  return joined
}
