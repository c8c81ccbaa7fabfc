import type { ActMessages } from '../auth/audit.ts'
import type { Accounts } from '../auth/middleware.ts'
import type { ProgressStreams } from '../http/progress-stream.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import type { FileSender } from '../telegram/api/file-sender.ts'

export interface Sending {
  isConnected: boolean
  /** Unpaid messages per second */
  rate: number
  /** Sender of uploaded files; undefined without a bot */
  files?: FileSender | undefined
}

export interface BroadcastDeps extends PageDeps, Accounts {
  /** Texts of audit-log acts of all domains */
  acts: ActMessages
  sending: Sending
  watching: ProgressStreams
}
