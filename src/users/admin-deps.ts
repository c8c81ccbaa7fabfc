import type { GuardDeps } from '../auth/middleware.ts'
import type { SiteDeps } from '../site/site-deps.ts'
import type { Counter } from './counts.ts'

/** What the pages of user administration are given by `createApp`. */
export interface UsersDeps {
  site: SiteDeps
  guards: GuardDeps
  counter: Counter
}
