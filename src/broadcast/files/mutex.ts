import type { Context, MiddlewareHandler } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'

export function createMutex() {
  let isLocked = false
  return {
    /** @param busy  answers requests that arrive during another one */
    guard: (busy: (c: Context<AuthEnv>) => Promise<Response>): MiddlewareHandler<AuthEnv> => {
      return async (c, next) => {
        if (isLocked) return busy(c)
        isLocked = true
        try {
          return await next()
        } finally {
          isLocked = false
        }
      }
    },
  }
}
