import type { BroadcastState } from '../db/broadcast-states.ts'
import type { broadcasts, broadcastTasks } from '../db/schema/broadcasts.ts'

export type BroadcastRow = typeof broadcasts.$inferSelect
export type BroadcastTask = (typeof broadcastTasks)[number]

export const maxName = 100

/** Acts on a broadcast. Acts that set a task require that no task is in progress. */
const broadcastActs = [
  'edit',
  'approve',
  'schedule',
  'unschedule',
  'start',
  'pause',
  'resume',
  'cancel',
  'winner',
  'retry',
  'assume',
  'resend',
  'reactivate',
  'editSent',
  'deleteSent',
  'remove',
] as const
export type BroadcastAct = (typeof broadcastActs)[number]

/** States in which each act is possible. Further conditions are in the functions of the acts and in `possibleActs`. */
export const actsFrom = {
  edit: ['draft', 'approved'],
  approve: ['draft', 'paused'],
  schedule: ['draft', 'approved'],
  unschedule: ['scheduled'],
  start: ['draft', 'approved', 'scheduled'],
  pause: ['preparing', 'running'],
  resume: ['paused'],
  cancel: ['scheduled', 'preparing', 'running', 'paused'],
  winner: ['preparing', 'running', 'paused'],
  retry: ['running', 'paused', 'finished'],
  assume: ['running', 'paused', 'finished', 'cancelled'],
  resend: ['running', 'paused', 'finished'],
  reactivate: ['running', 'paused', 'finished', 'cancelled'],
  editSent: ['paused', 'finished', 'cancelled'],
  deleteSent: ['paused', 'finished', 'cancelled'],
  remove: ['draft', 'approved'],
} as const satisfies Record<BroadcastAct, readonly BroadcastState[]>

/** Acts that apply to a step of a series: starting, editing and ending concern the series as a whole. */
export const stepActs: readonly BroadcastAct[] = ['retry', 'assume', 'resend', 'reactivate']

/** Age up to which Telegram deletes messages, ms. Source: https://core.telegram.org/bots/api#deletemessage */
export const deletableForMs = 48 * 3600_000

type Known = Pick<
  BroadcastRow,
  | 'state'
  | 'needsApproval'
  | 'approvedRevision'
  | 'revision'
  | 'task'
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'startedAt'
  | 'finishedAt'
  | 'trialPercent'
  | 'winner'
  | 'seriesId'
>

/** Whether the current revision still has to be approved by another person. */
export function waitsForApproval({
  needsApproval,
  approvedRevision,
  revision,
}: Pick<BroadcastRow, 'needsApproval' | 'approvedRevision' | 'revision'>): boolean {
  return needsApproval && approvedRevision !== revision
}

/** Lists the possible acts in the order in which the page offers them. */
export function possibleActs(row: Known, now: number): BroadcastAct[] {
  const open = row.seriesId === null ? broadcastActs : stepActs
  return open.filter((act) => includes(actsFrom[act], row.state) && isOpen(act, row, now))
}

/** Returns the number of recipients who wait, or are being sent to now. */
export function leftOf({ total, sent, failed, unknown, skipped, dropped }: Counters): number {
  return Math.max(0, total - sent - failed - unknown - skipped - dropped)
}

/** Whether the broadcast started and its audience is incomplete: its numbers cover only the recipients added so far. */
export function isPartial({
  startedAt,
  isSnapshotWhole,
}: Pick<BroadcastRow, 'startedAt' | 'isSnapshotWhole'>): boolean {
  return startedAt !== null && !isSnapshotWhole
}

export type Counters = Pick<BroadcastRow, 'total' | 'sent' | 'failed' | 'unknown' | 'skipped' | 'dropped'>

function isOpen(act: BroadcastAct, row: Known, now: number): boolean {
  const { task, sent, failed, unknown, startedAt, finishedAt } = row
  switch (act) {
    case 'start':
    case 'schedule':
    case 'resume':
      return !waitsForApproval(row)
    case 'approve':
      return row.state === 'draft' || (task === null && waitsForApproval(row))
    case 'winner':
      return row.trialPercent !== null && row.winner === null
    case 'retry':
      return task === null && failed > 0
    case 'assume':
    case 'resend':
      return task === null && unknown > 0
    case 'reactivate':
      return failed > 0
    case 'editSent':
      return task === null && (row.state === 'paused' || (sent > 0 && !row.needsApproval))
    case 'deleteSent':
      return task === null && sent > 0 && startedAt !== null && now - (finishedAt ?? now) < deletableForMs
    default:
      return true
  }
}

function includes(states: readonly BroadcastState[], state: BroadcastState): boolean {
  return states.includes(state)
}

/** Reasons of a paused broadcast, and reasons in the outcomes of recipients. Each reason has a text. */
export const reasons = [
  'blocked',
  'gone',
  'unreachable',
  'migrated',
  'content',
  'revoked',
  'errors',
  'strangers',
  'restored',
  'late',
  'other',
  'stopped',
  'deleted',
  'cut-off',
  'unknown',
  'expired',
] as const
export type Reason = (typeof reasons)[number]
