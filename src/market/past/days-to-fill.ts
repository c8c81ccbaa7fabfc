import type { Db } from '../../db/client.ts'
import type { Feed } from '../feed/feed.ts'
import { readClosed } from '../queries.ts'
import type { AssetSpan } from '../span.ts'
import { dayMs, openTimeOf } from '../timeframe.ts'

/** Returns the incomplete days of a span, newest first. */
export async function daysToFill(
  db: Db,
  { instruments }: Pick<Feed, 'instruments'>,
  { from, to }: { from: number; to: number },
): Promise<AssetSpan[]> {
  const complete = new Map<string, Set<number>>()
  for (const { asset } of instruments) {
    complete.set(asset, new Set(await readClosed(db, { asset, from, to }, 1440)))
  }
  const days: AssetSpan[] = []
  for (let day = openTimeOf(from, 1440); day < to; day += dayMs) {
    const lacking = instruments.filter(({ asset }) => !complete.get(asset)?.has(day))
    const span = { from: Math.max(day, from), to: Math.min(day + dayMs, to) }
    days.unshift(...lacking.map(({ asset }) => ({ asset, ...span })))
  }
  return days
}
