import type { Db } from '../../db/client.ts'
import type { BroadcastRow } from '../broadcast.ts'

/** ms between two signs of life of a process that sends */
export const presenceMs = 5000
/** ms without any sign: a busy machine, or a clock that was set, is not taken for a missing process at once. */
const silenceMs = 30_000

/** Says that a process sends by this bot, which has its buckets. */
export async function markSender(db: Db, { botId, now }: { botId: number; now: number }): Promise<void> {
  await db.writeRaw([{ sql: 'update rate_buckets set seen_at = ? where bot_id = ?', args: [now, botId] }])
}

export async function hasSender(db: Db, now: number): Promise<boolean> {
  const row = await db.readOne('select max(seen_at) as seen_at from rate_buckets')()
  return Math.abs(now - Number(row?.seen_at ?? 0)) <= silenceMs
}

/** Whether something is to be sent now, or is about to be: without a sender it would stay as it is. */
export function wantsSender({ state, task }: Pick<BroadcastRow, 'state' | 'task'>): boolean {
  return task !== null || state === 'scheduled' || state === 'preparing' || state === 'running'
}

/**
 * Whether Telegram has refused the token of what waits to be sent: a single message tries again by itself, a broadcast when
 * it is resumed.
 */
export async function isTokenRefused(db: Db): Promise<boolean> {
  const isWaiting = "exists (select 1 from notices where state = 'pending' and error in ('Unauthorized', 'Not Found'))"
  const isPaused = "exists (select 1 from broadcasts where state = 'paused' and reason = 'revoked')"
  return (await db.readOne(`select ${isWaiting} or ${isPaused} as is_refused`)())?.is_refused === 1
}
