import type { BroadcastState } from '../../db/broadcast-states.ts'
import { type BroadcastRow, leftOf } from '../broadcast.ts'

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
}

export function statusOf(row: BroadcastRow): BroadcastStatus {
  const { state, total, sent, failed, unknown, skipped, dropped } = row
  return { state, total, pending: leftOf(row), sent, failed, unknown, skipped: skipped + dropped }
}

/** Nothing will change without somebody's act. */
export function isOver({ state }: Pick<BroadcastStatus, 'state'>): boolean {
  return state === 'finished' || state === 'cancelled'
}
