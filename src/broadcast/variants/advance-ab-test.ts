import { auditIfChanged } from '../../auth/audit.ts'
import type { Db } from '../../db/client.ts'
import { type ActDeps, type ActOutcome, type ActRequest, act, subjectOf } from '../acts/act.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findBroadcast, isAbTestOver, isUndecided, updateBroadcast } from '../broadcast-queries.ts'
import { readContent } from '../content.ts'
import { letterOf, textsOf } from '../variants.ts'
import { countVariants, releaseSlice, startTestPeriod } from './ab-test-queries.ts'
import { compareVariants } from './compare.ts'

/** The A/B test of a broadcast. `endsAt`: ms UTC, null until its time has started */
export interface StartedAbTest {
  minutes: number | null
  endsAt: number | null
  winner: number | null
}

interface TestedBroadcast {
  id: string
  abTest: StartedAbTest | undefined
}

/**
 * Advances the A/B test of a broadcast without due rows: starts the test period, then chooses the winner, then releases
 * the held rows, a slice at a time. @returns whether there are rows to send now
 */
export async function advanceAbTest(db: Db, { id, abTest }: TestedBroadcast, now: number): Promise<boolean> {
  if (!abTest) return false
  const { winner, endsAt, minutes } = abTest
  if (winner !== null) return releaseSlice(db, id, now)
  if (minutes === null) return false
  if (endsAt === null) await startTestPeriod(db, id, now)
  else if (endsAt <= now) await chooseMostClicked(db, id, now)
  return false
}

/** Chooses the variant with the most clicks; of equal variants, the first. */
async function chooseMostClicked(db: Db, id: string, now: number): Promise<void> {
  const row = await findBroadcast(db, id)
  if (!row) return
  const counts = await countVariants(db, id, readContent(row.content))
  await chooseByClicks({ db, now: () => now }, row, compareVariants(counts)?.leader ?? 0)
}

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
async function chooseByClicks({ db, now }: ActDeps, row: BroadcastRow, variant: number): Promise<void> {
  const { id } = row
  const at = now()
  const set = { winner: variant, winnerBy: 'clicks' as const, updatedAt: at }
  const after = { winner: letterOf(variant), by: 'clicks' }
  await db.writeBatch([
    updateBroadcast(db, { id, from: ['running'], set, only: isAbTestOver(at) }),
    auditIfChanged(db, sender, at, { act: 'broadcast.winner', subject: subjectOf(row), after }),
  ])
}
