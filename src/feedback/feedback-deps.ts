import type { Accounts } from '../auth/middleware.ts'
import type { Problem } from '../content/ingest/problem.ts'
import type { LibraryCache } from '../content/library/library-cache.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import type { MissedQueries } from './missed-queries.ts'

export interface FeedbackDeps extends PageDeps, Accounts {
  library: LibraryCache
  missed: MissedQueries
  /** Problems of the current content */
  problems(): readonly Problem[]
}
