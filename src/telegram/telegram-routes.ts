import type { AuthEnv } from '../auth/middleware.ts'
import { joinRoutes } from '../http/join-routes.ts'
import { linkRoutes } from './link/link-routes.tsx'
import { telegramSignInRoutes } from './sign-in/sign-in-routes.tsx'
import type { TelegramDeps } from './telegram-deps.ts'

export function telegramRoutes(deps: TelegramDeps) {
  return joinRoutes<AuthEnv>([linkRoutes(deps), telegramSignInRoutes(deps)])
}
