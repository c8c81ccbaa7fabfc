import type { OtherSignIn, SendPasswordLink } from '../account/account-deps.ts'
import type { ActMessages } from '../auth/audit.ts'
import type { Accounts } from '../auth/middleware.ts'
import type { BacktestService } from '../bots/analysis/backtest-service.ts'
import type { Sending } from '../broadcast/broadcast-deps.ts'
import type { QueryReader } from '../content/query/reader.ts'
import type { RecentTicks } from '../enigma/recent-ticks.ts'
import type { Events } from '../events/events.ts'
import type { FeedbackDeps } from '../feedback/feedback-deps.ts'
import type { MissedQueries } from '../feedback/missed-queries.ts'
import type { FirstIngest } from '../http/during-first-ingest.ts'
import type { DomainJobDeps } from '../http/manifest.ts'
import type { ProgressStreams } from '../http/progress-stream.ts'
import type { RequestAnswered } from '../http/request-log.ts'
import type { ReadStaticFile } from '../http/static-files.ts'
import type { IconService } from '../icons/icon-service.ts'
import type { Logger } from '../log/logger.ts'
import type { Market } from '../market/market.ts'
import type { OpsDeps } from '../ops/routes.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import type { PaletteDeps } from '../palette/palette-routes.tsx'
import type { Shell } from '../shell/shell.ts'
import type { DevChanges } from '../site/dev-routes.ts'
import type { SiteDeps } from '../site/site-deps.ts'
import type { TelegramSite } from '../telegram/telegram-deps.ts'

export interface AppDeps {
  log: Logger
  shell: Omit<Shell, 'navigation' | 'isSignUpOpen'>
  site: Omit<SiteDeps, keyof Shell | 'searches' | 'calls'>
  accounts: Accounts
  ops: OpsDeps
  metrics?: RequestMetrics | undefined
  events: Events
  market: Market
  recentTicks: Pick<RecentTicks, 'of'>
  queries: QueryReader
  backtestService: BacktestService
  sending: Sending
  watching: ProgressStreams
  files: ReadStaticFile
  /** Current problems of the texts */
  problems: FeedbackDeps['problems']
  missed: MissedQueries
  /** Service for icons; undefined if not configured */
  icons: IconService | undefined
  telegram?: TelegramSite | undefined
  trustsProxy: boolean
  devChanges?: DevChanges | undefined
  filling?: FirstIngest | undefined
}

export interface RequestMetrics {
  onRequest(answered: RequestAnswered): void
  /** Called for pages served from memory, which bypass the middleware. */
  onFromMemory(status: 200 | 304): void
}

export type MountedDeps = AppDeps & { shell: Shell; site: SiteDeps }

export type DomainDeps = PageDeps &
  Accounts &
  Pick<FeedbackDeps, 'library' | 'missed' | 'problems'> &
  Pick<AppDeps, 'events' | 'market' | 'recentTicks' | 'backtestService' | 'sending' | 'watching'> & {
    acts: ActMessages
    searchDocuments: PaletteDeps['searchDocuments']
    telegram: TelegramSite | undefined
    otherSignIns: readonly OtherSignIn[]
    sendPasswordLink: SendPasswordLink | undefined
  }

/** Dependencies of jobs, including the market, which all current roles follow. */
export type JobDeps = DomainJobDeps & { market: Market }
