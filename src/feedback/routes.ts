import type { AuthEnv } from '../auth/middleware.ts'
import { joinRoutes } from '../http/join-routes.ts'
import { contentRoutes } from './content-routes.tsx'
import type { FeedbackDeps } from './feedback-deps.ts'
import { voteRoutes } from './vote-routes.ts'

export function feedbackRoutes(deps: FeedbackDeps) {
  return joinRoutes<AuthEnv>([voteRoutes(deps), contentRoutes(deps)])
}
