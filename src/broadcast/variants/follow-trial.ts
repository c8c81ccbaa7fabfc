import type { Db } from '../../db/client.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { readContent } from '../content.ts'
import type { BroadcastWork } from '../delivery/broadcast-work-queries.ts'
import { chooseByClicks } from './choose-winner.ts'
import { compareVariants } from './compare.ts'
import { beginWaiting, countVariants, releaseSlice } from './trial-queries.ts'

/**
 * What comes after the trial of a broadcast that nobody is due of: its time begins, then it is decided, then the rest
 * waits to be sent to, a slice at a time. @returns whether there is somebody to send to now
 */
export async function followTrial(db: Db, { id, trial }: BroadcastWork, now: number): Promise<boolean> {
  if (!trial) return false
  const { winner, endsAt, minutes } = trial
  if (winner !== null) return releaseSlice(db, id, now)
  if (minutes === null) return false
  if (endsAt === null) await beginWaiting(db, id, now)
  else if (endsAt <= now) await decide(db, id, now)
  return false
}

/** The most clicked; of equal ones the first. */
async function decide(db: Db, id: string, now: number): Promise<void> {
  const row = await findBroadcast(db, id)
  if (!row) return
  const counts = await countVariants(db, id, readContent(row.content))
  await chooseByClicks({ db, now: () => now }, row, compareVariants(counts)?.leader ?? 0)
}
