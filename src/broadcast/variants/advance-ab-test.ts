import type { Db } from '../../db/client.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { readContent } from '../content.ts'
import { countVariants, releaseSlice, startTestPeriod } from './ab-test-queries.ts'
import { chooseByClicks } from './choose-winner.ts'
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
