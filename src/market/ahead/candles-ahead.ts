import type { Db, Reader } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import type { Feed } from '../feed/feed.ts'
import { minuteStatements } from '../queries.ts'
import { type AssetSpan, hull, type Span } from '../span.ts'
import { minuteMs, openTimeOf, timeframes } from '../timeframe.ts'

/** Steps of a clock that is kept right are smaller, ms: prices stand still for so long at most. */
export const maxAheadMs = minuteMs

/** openTimes of the newest stored minutes by asset, ms UTC */
async function readNewest({ orm }: Reader): Promise<Map<string, number>> {
  const rows = await orm.all<{ asset: string; newest: number | null }>(`select asset,
    (select max(open_time) from candles where candles.asset = digits.asset and tf = 1) as newest from digits`)
  return new Map(rows.flatMap(({ asset, newest }) => (newest === null ? [] : [[asset, newest]])))
}

/** Where the newest stored minute opens, ms UTC, if that is later than a clock can be trusted to be right. */
export async function findAhead(db: Reader, now: number): Promise<number | undefined> {
  const newest = Math.max(...(await readNewest(db)).values())
  return newest > now + maxAheadMs ? newest : undefined
}

/**
 * Removes candles and gaps that a clock has made while it was ahead; longer candles that have begun are summed anew. Only
 * where minutes follow from a recipe: any other source has a clock of its own, and its minutes are no less true for ours.
 * @returns the spans of minutes removed
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
    // A month of an asset takes a tenth of a second: let others have their turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { to } = removed.reduce<Span>(hull, { from, to: from })
  log.warn('Candles later than the clock are removed: it was ahead. They are made again when their time comes', {
    minutes,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  return removed
}

/** In one transaction for each asset: one that is interrupted is found again. @returns how many minutes */
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
