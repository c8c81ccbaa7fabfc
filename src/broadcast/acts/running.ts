import { isApproved } from '../broadcast-queries.ts'
import { type ActDeps, type ActOutcome, type ActRequest, act } from './act.ts'

/** Pauses a broadcast at once: each claim checks the state of its broadcast in the same write. */
export async function pauseBroadcast(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { state: 'paused', reason: null, error: null }
  return act(deps, request, { act: 'pause', audit: 'broadcast.pause', id, set })
}

/**
 * Resumes a broadcast where it stopped, including an incomplete snapshot. Edits made during the pause must be approved
 * first.
 */
export async function resumeBroadcast(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { state: 'running', reason: null, error: null }
  return act(deps, request, { act: 'resume', audit: 'broadcast.resume', id, set, only: isApproved })
}

/** Cancels a broadcast for good. The sender drops its waiting recipients in slices. */
export async function cancelBroadcast(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { state: 'cancelled', finishedAt: deps.now() }
  return act(deps, request, { act: 'cancel', audit: 'broadcast.cancel', id, set })
}
