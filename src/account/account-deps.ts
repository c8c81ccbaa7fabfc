import type { Accounts } from '../auth/middleware.ts'
import type { PageDeps } from '../pages/page-deps.ts'

/** What the pages of accounts are given by `createApp`. */
export interface AccountDeps extends PageDeps, Accounts {}
