import type { AuditLine } from '../../../users/audit/audit-queries.ts'
import type { BroadcastRow } from '../../broadcast.ts'
import type { SeriesActsView } from './series-acts-region.tsx'
import type { SeriesProgressView } from './series-progress-region.tsx'

export interface SeriesView extends SeriesProgressView, SeriesActsView {
  steps: readonly BroadcastRow[]
  history: AuditLine[]
  isConnected: boolean
  by: string
  /** Whether the viewer has a chat that test messages can be sent to */
  hasOwnChat: boolean
}
