import type { ActWords } from '../auth/audit.ts'
import type { Accounts } from '../auth/middleware.ts'
import type { Watching } from '../http/watch-stream.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import type { FileSender } from '../telegram/api/file-sender.ts'

export interface Sending {
  isConnected: boolean
  /** Messages a second that nobody pays for */
  rate: number
  /** Undefined where there is no bot */
  files?: FileSender | undefined
}

export interface BroadcastDeps extends PageDeps, Accounts {
  /** All acts of the audit log, of every domain */
  acts: ActWords
  sending: Sending
  watching: Watching
}
