import type { ActWords } from '../auth/audit.ts'
import type { Accounts } from '../auth/middleware.ts'
import type { PageDeps } from '../pages/page-deps.ts'

export interface BroadcastDeps extends PageDeps, Accounts {
  /** All acts of the audit log, of every domain */
  acts: ActWords
}
