import { isApproved } from '../broadcast-queries.ts'
import { type ActDeps, type ActOutcome, type ActRequest, act } from './act.ts'

/** At once: whoever claims recipients asks for the state in the same write. */
export async function pauseBroadcast(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { state: 'paused', reason: null, error: null }
  return act(deps, request, { act: 'pause', audit: 'broadcast.pause', id, set })
}

/** From where it stopped, with the snapshot too if that is not whole; what was edited meanwhile is approved before. */
export async function resumeBroadcast(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { state: 'running', reason: null, error: null }
  return act(deps, request, { act: 'resume', audit: 'broadcast.resume', id, set, only: isApproved })
}

/** For good. The sender drops who still waits, in slices. */
export async function cancelBroadcast(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { state: 'cancelled', finishedAt: deps.now() }
  return act(deps, request, { act: 'cancel', audit: 'broadcast.cancel', id, set })
}
