import type { AuthEnv } from '../auth/middleware.ts'
import { joinRoutes } from '../http/join-routes.ts'
import type { AccountDeps } from './account-deps.ts'
import { confirmRoutes } from './confirm-routes.tsx'
import { linkRoutes } from './link-routes.tsx'
import { lostPasswordRoutes } from './lost-password-routes.tsx'
import { passkeySignInRoutes } from './passkeys/passkey-sign-in-routes.tsx'
import { passkeysRoutes } from './passkeys/passkeys-routes.tsx'
import { passwordRoutes } from './password-routes.tsx'
import { profileRoutes } from './profile-routes.tsx'
import { registerRoutes } from './register-routes.tsx'
import { secondFactorRoutes } from './second-factor-routes.tsx'
import { sessionsRoutes, warningRoutes } from './sessions-routes.tsx'
import { signInRoutes } from './sign-in-routes.tsx'
import { tokensRoutes } from './tokens/tokens-routes.tsx'

export function accountRoutes(deps: AccountDeps) {
  return joinRoutes<AuthEnv>([
    signInRoutes(deps),
    registerRoutes(deps),
    linkRoutes(deps),
    lostPasswordRoutes(deps),
    profileRoutes(deps),
    passwordRoutes(deps),
    sessionsRoutes(deps),
    tokensRoutes(deps),
    warningRoutes(deps),
    confirmRoutes(deps),
    secondFactorRoutes(deps),
    passkeysRoutes(deps),
    passkeySignInRoutes(deps),
  ])
}
