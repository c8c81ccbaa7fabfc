import type { ActMessages } from '../auth/audit.ts'
import type { Accounts } from '../auth/middleware.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import type { Counter } from './list/counts.ts'

export interface UsersDeps extends PageDeps, Accounts {
  counter: Counter
  acts: ActMessages
}
