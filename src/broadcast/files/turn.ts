import type { Context, MiddlewareHandler } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'

export function createTurn() {
  let isTaken = false
  return {
    /** @param busy  answers requests that arrive during another one */
    take: (busy: (c: Context<AuthEnv>) => Promise<Response>): MiddlewareHandler<AuthEnv> => {
      return async (c, next) => {
        if (isTaken) return busy(c)
        isTaken = true
        try {
          return await next()
        } finally {
          isTaken = false
        }
      }
    },
  }
}
