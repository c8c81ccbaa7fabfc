import type { Db, Reader } from '../db/client.ts'
import { createBackground } from '../jobs/background.ts'
import type { Logger } from '../log/logger.ts'
import { type Clock, systemClock } from './feed/clock.ts'
import type { Feed } from './feed/feed.ts'
import type { Follower } from './market-view.ts'
import { minuteStatements } from './queries.ts'
import { type AssetSpan, hull, type Span } from './span.ts'
import { minuteMs, openTimeOf, timeframes } from './timeframe.ts'

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
      sql: 'delete from candles where asset = ? and tf = ? and open_time >= ?',
      args: [asset, tf, openTimeOf(from, tf)],
    })),
    { sql: 'delete from gaps where asset = ? and from_time >= ?', args: [asset, from] },
    { sql: 'update gaps set to_time = ? where asset = ? and to_time > ?', args: [from, asset, from] },
    ...minuteStatements([], [{ asset, from: openTimeOf(from, 1440), to: from }]),
  ])
  return minutes?.rowsAffected ?? 0
}

const lookEveryMs = 1000
/** Interval before another attempt if moving back in time has failed (such as on a full disk), ms */
const lookAgainMs = 60_000

export interface ClockStepsOptions {
  follow(): Follower
  /** Whether stored prices are so far ahead of the clock, which was set back, that prices would stand still */
  isAhead(): boolean
  /**
   * Resets candle windows and database to the present while no follower runs.
   * @returns a callback that publishes the changes
   */
  goBack(): Promise<() => void>
  clock?: Clock | undefined
  log: Pick<Logger, 'error'>
}

/** Follows a feed that runs on our own clock. When the clock is set back, replaces the follower by a new one. */
export function followThroughClockSteps({
  follow,
  isAhead,
  goBack,
  clock = systemClock,
  log,
}: ClockStepsOptions): Follower {
  const background = createBackground(log)
  let follower = follow()
  let isClosed = false
  const goBackNow = async () => {
    let publishChanges = () => {}
    try {
      await follower.close()
      publishChanges = await goBack()
    } finally {
      follower = follow()
    }
    publishChanges()
  }
  const look = async () => {
    if (isAhead()) await background.run('Restarting the price feed after the clock was set back', goBackNow)
    if (!isClosed) cancel = clock.after(isAhead() ? lookAgainMs : lookEveryMs, look)
  }
  let cancel = clock.after(lookEveryMs, look)
  return {
    state: () => follower.state(),
    stored: async (asset, time) => {
      await background.idle()
      await follower.stored(asset, time)
    },
    sync: async () => {
      await background.idle()
      await follower.sync()
    },
    checkpoint: () => follower.checkpoint(),
    close: async () => {
      isClosed = true
      cancel()
      await background.idle()
      await follower.close()
    },
  }
}
