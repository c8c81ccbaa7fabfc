import type { ActMessages } from '../auth/audit.ts'
import type { Accounts } from '../auth/middleware.ts'
import type { ProgressStreams } from '../http/progress-stream.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import type { FileSender } from '../telegram/api/file-sender.ts'

export interface Sending {
  isConnected: boolean
  /** Free messages per second */
  rate: number
  /** Undefined without a bot */
  files?: FileSender | undefined
}

export interface BroadcastDeps extends PageDeps, Accounts {
  /** Audit-log acts of all domains */
  acts: ActMessages
  sending: Sending
  watching: ProgressStreams
}
