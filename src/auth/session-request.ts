import type { Context } from 'hono'
import type { AppEnv } from '../http/env.ts'
import type { Origin } from './audit.ts'
import type { AuthEnv } from './middleware.ts'
import type { SessionRequest } from './session/start-session.ts'

export function originOf(c: Context<AppEnv>): Origin {
  const { address, requestId } = c.var
  return { address, requestId }
}

export function sessionRequestOf(c: Context<AuthEnv>): SessionRequest {
  return {
    ...originOf(c),
    userAgent: c.req.header('user-agent') ?? '',
    replaces: c.var.session?.id,
    deviceToken: c.var.deviceToken,
  }
}
