import type { Db } from '../../db/client.ts'
import type { BroadcastRow } from '../broadcast.ts'

/** Interval of the heartbeats of a sending process, ms */
export const presenceMs = 5000
/** Silence after which a sender counts as missing, ms: longer than a busy machine or a changed clock may cause. */
const silenceMs = 30_000

/** Records that a process sends with this bot. The rate buckets of the bot must exist. */
export async function markSender(db: Db, { botId, now }: { botId: number; now: number }): Promise<void> {
  await db.writeRaw([{ sql: 'update rate_buckets set seen_at = ? where bot_id = ?', args: [now, botId] }])
}

export async function hasSender(db: Db, now: number): Promise<boolean> {
  const row = await db.readOne('select max(seen_at) as seen_at from rate_buckets')()
  return Math.abs(now - Number(row?.seen_at ?? 0)) <= silenceMs
}

/** Whether a broadcast has, or will soon have, work that stays undone without a sender. */
export function wantsSender({ state, task }: Pick<BroadcastRow, 'state' | 'task'>): boolean {
  return task !== null || state === 'scheduled' || state === 'preparing' || state === 'running'
}

/**
 * Whether Telegram refused the token for messages that still wait. Single messages are retried automatically,
 * broadcasts when they are resumed.
 */
export async function isTokenRefused(db: Db): Promise<boolean> {
  const isWaiting = "exists (select 1 from notices where state = 'pending' and error in ('Unauthorized', 'Not Found'))"
  const isPaused = "exists (select 1 from broadcasts where state = 'paused' and reason = 'revoked')"
  return (await db.readOne(`select ${isWaiting} or ${isPaused} as is_refused`)())?.is_refused === 1
}
