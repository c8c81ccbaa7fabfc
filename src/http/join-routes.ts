import { type Env, Hono } from 'hono'

/** The routes of one domain, in the order in which they are asked: the first that matches answers. */
export function joinRoutes<E extends Env>(parts: readonly Hono<E>[]): Hono<E> {
  const joined = new Hono<E>()
  for (const part of parts) joined.route('/', part)
  return joined
}
