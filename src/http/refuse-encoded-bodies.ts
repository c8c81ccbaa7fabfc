import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'
import { AppError } from './errors.ts'

/**
 * Refuses compressed bodies, which would look corrupt: bodies are never decompressed, so none can grow beyond its
 * transferred size.
 */
export const refuseEncodedBodies: MiddlewareHandler<AppEnv> = async (c, next) => {
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return next()
  // Names the accepted encoding, see RFC 9110, 15.5.16
  c.header('accept-encoding', 'identity')
  throw new AppError(415, 'Send the body as it is, without a Content-Encoding.')
}
