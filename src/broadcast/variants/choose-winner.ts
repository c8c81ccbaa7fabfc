import { auditIfChanged } from '../../auth/audit.ts'
import { type ActDeps, type ActOutcome, type ActRequest, act, subjectOf } from '../acts/act.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findBroadcast, isAbTestOver, isUndecided, updateBroadcast } from '../broadcast-queries.ts'
import { readContent } from '../content.ts'
import { letterOf, textsOf } from '../variants.ts'

/** Chooses the winner for good, at any time: waiting recipients get it; those in the A/B test keep their variant. */
export async function chooseWinner(
  deps: ActDeps,
  request: ActRequest,
  { id, variant }: { id: string; variant: number },
): Promise<ActOutcome> {
  const row = await findBroadcast(deps.db, id)
  if (!row) return { status: 'missing' }
  const isThere = variant >= 0 && variant < textsOf(readContent(row.content)).length
  if (!isThere) return { status: 'refused', state: row.state }
  const set = { winner: variant, winnerBy: 'hand' }
  const after = { winner: letterOf(variant) }
  return act(deps, request, { act: 'winner', audit: 'broadcast.winner', id, set, after, only: isUndecided })
}

const sender = { address: 'sender', requestId: 'sender' }

/** Chooses the winner when the period of the A/B test is over, unless a person has chosen one. */
export async function chooseByClicks({ db, now }: ActDeps, row: BroadcastRow, variant: number): Promise<void> {
  const { id } = row
  const at = now()
  const set = { winner: variant, winnerBy: 'clicks' as const, updatedAt: at }
  const after = { winner: letterOf(variant), by: 'clicks' }
  await db.writeBatch([
    updateBroadcast(db, { id, from: ['running'], set, only: isAbTestOver(at) }),
    auditIfChanged(db, sender, at, { act: 'broadcast.winner', subject: subjectOf(row), after }),
  ])
}
