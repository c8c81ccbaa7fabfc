import type { ProgressEvent } from '../../http/progress-stream.ts'
import type { BroadcastRow } from '../broadcast.ts'

/** Columns shown as numbers. Includes whether the total is final, which may change while the numbers stay the same. */
const counters = [
  'total',
  'isSnapshotWhole',
  'sent',
  'failed',
  'unknown',
  'skipped',
  'dropped',
  'clicks',
  'taskDone',
] as const satisfies readonly (keyof BroadcastRow)[]

export function changeOfBroadcast(from: BroadcastRow, to: BroadcastRow): ProgressEvent | undefined {
  if (from.state !== to.state || from.task !== to.task || from.revision !== to.revision) return 'state'
  if (from.winner !== to.winner || from.trialEndsAt !== to.trialEndsAt) return 'state'
  // The first failure of a broadcast makes a retry possible, so the possible acts change.
  if (isNone(from.failed, to.failed) || isNone(from.unknown, to.unknown)) return 'state'
  return counters.some((counter) => from[counter] !== to[counter]) ? 'counters' : undefined
}

function isNone(from: number, to: number): boolean {
  return (from === 0) !== (to === 0)
}
