import type { Context } from 'hono'
import { type AuthEnv, currentUser } from '../auth/middleware.ts'
import { originOf } from '../auth/session/session-request.ts'
import type { ActRequest } from './act.ts'

export function actRequest(c: Context<AuthEnv>): ActRequest {
  return { ...originOf(c), actor: currentUser(c) }
}
