import type { BroadcastState } from '../../db/broadcast-states.ts'
import { type BroadcastRow, isPartial, leftOf } from '../broadcast.ts'

/** Status of a broadcast for API clients: a stable contract. The numbers of recipients add up to the total. */
export interface BroadcastStatus {
  state: BroadcastState
  total: number
  /** Recipients who wait, or are being sent to now */
  pending: number
  sent: number
  failed: number
  unknown: number
  /** Recipients not sent to: they had unsubscribed by then, or the broadcast was canceled first */
  skipped: number
  /** Set while the audience is incomplete: the total counts only recipients added so far */
  isPartial?: true
}

export function statusOf(row: BroadcastRow): BroadcastStatus {
  const { state, total, sent, failed, unknown, skipped, dropped } = row
  const counts = { total, pending: leftOf(row), sent, failed, unknown, skipped: skipped + dropped }
  return isPartial(row) ? { state, ...counts, isPartial: true } : { state, ...counts }
}

/** Whether nothing will change in a broadcast unless an administrator acts. */
export function isOver({ state }: Pick<BroadcastStatus, 'state'>): boolean {
  return state === 'finished' || state === 'cancelled'
}
