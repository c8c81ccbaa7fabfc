import type { InStatement } from '@libsql/client'
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db, Reader } from '../db/client.ts'
import { candles, gaps, marketSource } from '../db/schema/market.ts'
import type { Candle, MinuteUpdate } from './candle.ts'
import { minuteMs, type Timeframe } from './timeframe.ts'
import { wholeUnits } from './units.ts'

/** From inclusive, to exclusive, ms UTC. */
export interface Span {
  from: number
  to: number
}

export interface AssetSpan extends Span {
  asset: string
}

/** Each longer timeframe with the stored one it is summed from, shortest first. */
const rollUps: readonly (readonly [tf: Timeframe, parts: Timeframe])[] = [
  [5, 1],
  [15, 5],
  [60, 15],
  [240, 60],
  [1440, 240],
]

/** Upserts minutes (see `replaces`) and rolls the given spans up. To be run as one transaction. */
export function minuteStatements(minutes: readonly MinuteUpdate[], touched: readonly AssetSpan[]): InStatement[] {
  const upserts = minutes.length > 0 ? [upsertMinutes(minutes)] : []
  if (touched.length === 0) return upserts
  return [...upserts, ...rollUps.map(([tf, parts]) => rollUp(tf, parts, touched))]
}

function upsertMinutes(minutes: readonly MinuteUpdate[]): InStatement {
  const rows = minutes.map(() => '(?, 1, ?, ?, ?, ?, ?, ?, ?, ?)').join()
  return {
    sql: `insert into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time) values ${rows}
      on conflict (asset, tf, open_time) do update set open = excluded.open, high = excluded.high, low = excluded.low,
        close = excluded.close, volume = excluded.volume, is_closed = excluded.is_closed, time = excluded.time
      where excluded.is_closed > is_closed or (excluded.is_closed = is_closed and excluded.time > time)`,
    args: minutes.flatMap(({ asset, openTime, open, high, low, close, volume, isClosed, time }) => [
      asset,
      openTime,
      open,
      high,
      low,
      close,
      volume,
      isClosed ? 1 : 0,
      time,
    ]),
  }
}

/** A rolled-up candle is closed when all its minutes are. */
function rollUp(tf: Timeframe, parts: Timeframe, touched: readonly AssetSpan[]): InStatement {
  const length = tf * minuteMs
  const spans = touched.map(({ asset, from, to }) => [
    asset,
    Math.floor(from / length) * length,
    Math.ceil(to / length) * length,
  ])
  return {
    sql: `insert or replace into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time)
      select asset, ${tf}, start,
        (select open from candles where asset = joined.asset and tf = ${parts} and open_time = first), high, low,
        (select close from candles where asset = joined.asset and tf = ${parts} and open_time = last),
        volume, is_closed, time
      from (
        select candles.asset, open_time / ${length} * ${length} as start, min(open_time) as first, max(open_time) as last,
          max(high) as high, min(low) as low, sum(volume) as volume,
          sum(is_closed) = ${tf / parts} as is_closed, max(time) as time
        from (values ${spans.map(() => '(?, ?, ?)').join()}) as span cross join candles
        where candles.asset = span.column1 and tf = ${parts}
          and open_time >= span.column2 and open_time < span.column3
        group by candles.asset, start
      ) as joined`,
    args: spans.flat(),
  }
}

export interface CandleSpan extends AssetSpan {
  tf: Timeframe
  count: number
}

/** Prepared reads of `market.db` that pages wait for; all ascending. */
export interface CandleReader {
  first(span: CandleSpan): Promise<Candle[]>
  last(span: CandleSpan): Promise<Candle[]>
  /** The first that lack no minute */
  closed(span: CandleSpan): Promise<Candle[]>
  minutes(asset: string, from: number, to: number): Promise<MinuteUpdate[]>
  /** As the feed sent them */
  minutesFrom(asset: string, from: number): Promise<MinuteUpdate[]>
}

export function createCandleReader(db: Db): CandleReader {
  const select = (order: 'asc' | 'desc', condition = '') =>
    db.readAll(`select open_time, open, high, low, close, volume from candles
      where asset = ? and tf = ? and open_time >= ? and open_time < ? ${condition}
      order by open_time ${order} limit cast(? as integer)`)
  const ascending = select('asc')
  const descending = select('desc')
  const closed = select('asc', 'and is_closed')
  const minutes = db.readAll(`select open_time, open, high, low, close, volume, is_closed, time from candles
    where asset = ? and tf = 1 and open_time >= ? and open_time < ? order by open_time`)
  const minutesOf = async (asset: string, from: number, to: number) =>
    (await minutes(asset, from, to)).map((row) => ({
      asset,
      ...candleOf(row),
      isClosed: row[6] === 1,
      time: Number(row[7]),
    }))
  return {
    first: async ({ asset, tf, from, to, count }) => (await ascending(asset, tf, from, to, count)).map(candleOf),
    last: async ({ asset, tf, from, to, count }) =>
      (await descending(asset, tf, from, to, count)).map(candleOf).reverse(),
    closed: async ({ asset, tf, from, to, count }) => (await closed(asset, tf, from, to, count)).map(candleOf),
    minutes: minutesOf,
    minutesFrom: (asset, from) => minutesOf(asset, from, Number.MAX_SAFE_INTEGER),
  }
}

function candleOf(row: readonly unknown[]): Candle {
  const [openTime, open, high, low, close, volume] = row
  return {
    openTime: Number(openTime),
    open: wholeUnits(Number(open)),
    high: wholeUnits(Number(high)),
    low: wholeUnits(Number(low)),
    close: wholeUnits(Number(close)),
    volume: wholeUnits(Number(volume)),
  }
}

/** openTimes of closed candles, ascending: minutes, or days that lack no minute. */
export async function readClosed(db: Db, { asset, from, to }: AssetSpan, tf: 1 | 1440): Promise<number[]> {
  const { rows } = await db.client.execute({
    sql: `select open_time from candles
      where asset = ? and tf = ${tf} and open_time >= ? and open_time < ? and is_closed order by open_time`,
    args: [asset, from, to],
  })
  return rows.map((row) => Number(row[0]))
}

export function readGaps(db: Db, { asset, from, to }: AssetSpan): Promise<Span[]> {
  return db.orm
    .select({ from: gaps.from, to: gaps.to })
    .from(gaps)
    .where(and(eq(gaps.asset, asset), gt(gaps.to, from), lt(gaps.from, to)))
    .orderBy(asc(gaps.from))
}

export async function recordGaps(db: Db, missing: readonly AssetSpan[], checkedAt: number): Promise<void> {
  await db.writeBatch(
    missing.map((gap) =>
      db.orm
        .insert(gaps)
        .values({ ...gap, checkedAt })
        .onConflictDoUpdate({ target: [gaps.asset, gaps.from], set: { to: gap.to, checkedAt } }),
    ),
  )
}

/** The feed the stored candles came from; undefined in a new database. */
export async function readSource({ orm }: Reader): Promise<string | undefined> {
  const [row] = await orm.all<{ feed: string }>(sql`select feed from ${marketSource}`)
  return row?.feed
}

/** Deletes everything and starts anew for another source. */
export async function resetSource(db: Db, feed: string): Promise<void> {
  await db.writeBatch([
    db.orm.delete(candles),
    db.orm.delete(gaps),
    db.orm.insert(marketSource).values({ id: 1, feed }).onConflictDoUpdate({ target: marketSource.id, set: { feed } }),
  ])
}
