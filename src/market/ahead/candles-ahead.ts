import type { Db, Reader } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import type { Feed } from '../feed/feed.ts'
import { minuteStatements } from '../queries.ts'
import { type AssetSpan, hull, type Span } from '../span.ts'
import { minuteMs, openTimeOf, timeframes } from '../timeframe.ts'

/** Maximum lead of stored prices over the clock, ms. Prices stand still for as long; a time sync steps less. */
export const maxAheadMs = minuteMs

/** openTime of the newest stored minute of each asset, ms UTC */
async function readNewest({ orm }: Reader): Promise<Map<string, number>> {
  const rows = await orm.all<{ asset: string; newest: number | null }>(`select asset,
    (select max(open_time) from candles where candles.asset = digits.asset and tf = 1) as newest from digits`)
  return new Map(rows.flatMap(({ asset, newest }) => (newest === null ? [] : [[asset, newest]])))
}

/** Returns the openTime of the newest stored minute, ms UTC, if the clock is too far behind it; else undefined. */
export async function findAhead(db: Reader, now: number): Promise<number | undefined> {
  const newest = Math.max(...(await readNewest(db)).values())
  return newest > now + maxAheadMs ? newest : undefined
}

/**
 * Removes candles and gaps written while the clock was ahead, and re-aggregates the longer candles that had already
 * begun. Applies only to feeds with a recipe: other sources have their own clock, so their minutes stay valid when ours
 * is wrong.
 * @returns the spans of removed minutes
 */
export async function removeAhead(
  db: Db,
  { recipe, now }: Pick<Feed, 'recipe' | 'now'>,
  log: Pick<Logger, 'warn'>,
): Promise<AssetSpan[]> {
  if (!recipe || (await findAhead(db, now())) === undefined) return []
  const from = openTimeOf(now(), 1)
  const removed: AssetSpan[] = []
  let minutes = 0
  for (const [asset, newest] of await readNewest(db)) {
    if (newest < from) continue
    minutes += await removeFrom(db, asset, from)
    removed.push({ asset, from, to: newest + minuteMs })
    // Removing one month of one asset takes about 0.1 s, so yield to other work between assets.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { to } = removed.reduce<Span>(hull, { from, to: from })
  log.warn('Removed candles later than the clock, which was ahead. They are generated again when they are due', {
    minutes,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  return removed
}

/**
 * Removes candles from `from` on in one transaction per asset; the next start completes an interrupted removal.
 * @returns the number of removed minutes
 */
async function removeFrom(db: Db, asset: string, from: number): Promise<number> {
  const [minutes] = await db.writeRaw([
    ...timeframes.map((tf) => ({
      sql: 'delete from candles where asset = ? and tf = ? and open_time > ?',
      args: [asset, tf, from - tf * minuteMs],
    })),
    { sql: 'delete from gaps where asset = ? and from_time >= ?', args: [asset, from] },
    { sql: 'update gaps set to_time = ? where asset = ? and to_time > ?', args: [from, asset, from] },
    ...minuteStatements([], [{ asset, from: openTimeOf(from, 1440), to: from }]),
  ])
  return minutes?.rowsAffected ?? 0
}
