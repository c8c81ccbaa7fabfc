import type { Context } from 'hono'
import type { AppEnv } from '../../http/env.ts'
import type { Origin } from '../audit.ts'
import type { Session } from './session.ts'
import type { SessionRequest } from './start-session.ts'

/** The variables of `AuthEnv` that describe the session of a request */
interface SessionEnv extends AppEnv {
  Variables: AppEnv['Variables'] & { session?: Session | undefined; deviceToken?: string | undefined }
}

export function originOf(c: Context<AppEnv>): Origin {
  const { address, requestId } = c.var
  return { address, requestId }
}

export function sessionRequestOf(c: Context<SessionEnv>): SessionRequest {
  return {
    ...originOf(c),
    userAgent: c.req.header('user-agent') ?? '',
    replaces: c.var.session?.id,
    deviceToken: c.var.deviceToken,
  }
}
