import type { Accounts } from '../auth/middleware.ts'
import type { PageDeps } from '../pages/page-deps.ts'

export interface AccountDeps extends PageDeps, Accounts {}
