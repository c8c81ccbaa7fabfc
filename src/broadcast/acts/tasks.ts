import { auditIfChanged } from '../../auth/audit.ts'
import { followsAlbum } from '../../telegram/message/requests.ts'
import { type BroadcastTask, deletableForMs, possibleActs } from '../broadcast.ts'
import {
  findBroadcast,
  isDeletable,
  isEditable,
  nextRevision,
  noTask,
  reactivatedRows,
  reactivateSlice,
  reopenColumns,
  taskTotals,
} from '../broadcast-queries.ts'
import { type BroadcastContent, type ContentProblem, readContent } from '../content.ts'
import { problemsOf } from '../content-problems.ts'
import { type ActDeps, type ActOutcome, type ActRequest, act, type Refusal, subjectOf } from './act.ts'

/* A million rows are too many for one write, so these acts set a task, which the sender carries out in slices. */

/** Queues failed recipients again, except lost ones. Recipients who have unsubscribed are then skipped. */
export async function retryFailed(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { ...newTask('retry'), ...reopenColumns }
  return act(deps, request, { act: 'retry', audit: 'broadcast.retry', id, set, only: noTask })
}

/** Settles unknown recipients: `assume` counts them as delivered; `resend` sends again, so some get it twice. */
export async function resolveUnknown(
  deps: ActDeps,
  request: ActRequest,
  { id, by }: { id: string; by: 'assume' | 'resend' },
): Promise<ActOutcome> {
  const set = by === 'assume' ? newTask(by) : { ...newTask(by), ...reopenColumns }
  return act(deps, request, { act: by, audit: `broadcast.${by}`, id, set, only: noTask })
}

/**
 * Reactivates the subscribers that this broadcast marked as gone or unreachable: Telegram may have been mistaken.
 * Subscribers who blocked the bot stay blocked. Writes in slices; the first slice also writes the audit line.
 * @returns the number of subscribers who are active again
 */
export async function reactivateLost(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  id: string,
): Promise<Exclude<Refusal, { status: 'stale' }> | { status: 'done'; count: number }> {
  const row = await findBroadcast(db, id)
  if (!row) return { status: 'missing' }
  if (!possibleActs(row, now()).includes('reactivate')) return { status: 'refused', state: row.state }
  const line = { act: 'broadcast.reactivate', actor, subject: subjectOf(row) } as const
  const [first] = await db.writeBatch([reactivateSlice(db, id), auditIfChanged(db, origin, now(), line)])
  let count = first.length
  for (let changed = count; changed === reactivatedRows; ) {
    const [next] = await db.writeBatch([reactivateSlice(db, id)])
    changed = next.length
    count += changed
  }
  return { status: 'done', count }
}

/**
 * Deletes a broadcast's messages from the chats as far as Telegram allows: of a long broadcast, messages older than two
 * days stay.
 */
export async function deleteSent(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const only = isDeletable(deps.now() - deletableForMs)
  return act(deps, request, { act: 'deleteSent', audit: 'broadcast.delete-sent', id, set: newTask('delete'), only })
}

export type EditSentOutcome = ActOutcome | { status: 'faulty'; problems: ContentProblem[] }

/**
 * Edits text and buttons of a broadcast, in the chats and for waiting recipients. The caller has kept the media
 * unchanged. If approval is required, nothing changes in the chats and nothing more is sent until the edit is approved.
 */
export async function editSent(
  deps: ActDeps,
  request: ActRequest,
  { id, revision, content }: { id: string; revision: number; content: BroadcastContent },
): Promise<EditSentOutcome> {
  const json = JSON.stringify(content)
  const row = await findBroadcast(deps.db, id)
  if (!row) return { status: 'missing' }
  const problems = [...problemsOf({ id, content: json }), ...partProblems(readContent(row.content), content)]
  if (problems.length > 0) return { status: 'faulty', problems }
  const edited = { content: json, revision: nextRevision, editedBy: request.actor?.id ?? null }
  const set = row.needsApproval ? edited : { ...edited, ...newTask('edit') }
  const after = { revision: revision + 1 }
  return act(deps, request, {
    act: 'editSent',
    audit: 'broadcast.edit-sent',
    id,
    revision,
    set,
    after,
    only: isEditable,
  })
}

/** An album either has a message with text and buttons after it or none: no edit can add or remove this message. */
function partProblems(before: BroadcastContent, after: BroadcastContent): ContentProblem[] {
  if (followsAlbum(before) === followsAlbum(after)) return []
  const key = followsAlbum(before) ? 'message.problem.albumKeepsButtons' : 'message.problem.albumWithoutButtons'
  return [{ field: 'buttons', key }]
}

export function newTask(task: BroadcastTask) {
  return { task, taskCursor: null, taskTotal: taskTotals[task], taskDone: 0, taskFailed: 0 }
}
