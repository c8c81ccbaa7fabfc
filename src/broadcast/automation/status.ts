import type { BroadcastState } from '../../db/broadcast-states.ts'
import { type BroadcastRow, isPartial, leftOf } from '../broadcast.ts'

/** As programs read it: a contract. The numbers add up to the total. */
export interface BroadcastStatus {
  state: BroadcastState
  total: number
  /** Wait to be sent to, or are being sent to now */
  pending: number
  sent: number
  failed: number
  unknown: number
  /** Not sent to: no subscribers any more when their turn came, or the broadcast was cancelled before it */
  skipped: number
  /** The total is of those who have been added so far */
  isPartial?: true
}

export function statusOf(row: BroadcastRow): BroadcastStatus {
  const { state, total, sent, failed, unknown, skipped, dropped } = row
  const counts = { total, pending: leftOf(row), sent, failed, unknown, skipped: skipped + dropped }
  return isPartial(row) ? { state, ...counts, isPartial: true } : { state, ...counts }
}

/** Nothing will change without somebody's act. */
export function isOver({ state }: Pick<BroadcastStatus, 'state'>): boolean {
  return state === 'finished' || state === 'cancelled'
}
