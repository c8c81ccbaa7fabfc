import { Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import { linkRoutes } from './link/link-routes.tsx'
import { telegramSignInRoutes } from './sign-in/sign-in-routes.tsx'
import type { TelegramDeps } from './telegram-deps.ts'

export function telegramRoutes(deps: TelegramDeps) {
  return new Hono<AuthEnv>().route('/', linkRoutes(deps)).route('/', telegramSignInRoutes(deps))
}
