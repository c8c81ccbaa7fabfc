import type { BroadcastState } from '../../db/broadcast-states.ts'
import { type BroadcastRow, isPartial, leftOf } from '../broadcast.ts'

/** Status for API clients: a stable contract. The numbers add up to the total. */
export interface BroadcastStatus {
  state: BroadcastState
  total: number
  /** Waiting, or being sent now */
  pending: number
  sent: number
  failed: number
  unknown: number
  /** Not sent: the recipient had unsubscribed by then, or the broadcast was canceled first */
  skipped: number
  /** The total counts only recipients added so far */
  isPartial?: true
}

export function statusOf(row: BroadcastRow): BroadcastStatus {
  const { state, total, sent, failed, unknown, skipped, dropped } = row
  const counts = { total, pending: leftOf(row), sent, failed, unknown, skipped: skipped + dropped }
  return isPartial(row) ? { state, ...counts, isPartial: true } : { state, ...counts }
}

/** Returns whether nothing will change without an act of an administrator. */
export function isOver({ state }: Pick<BroadcastStatus, 'state'>): boolean {
  return state === 'finished' || state === 'cancelled'
}
