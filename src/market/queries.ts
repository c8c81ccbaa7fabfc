import type { InStatement } from '@libsql/client'
import { sql } from 'drizzle-orm'
import type { Db, Reader } from '../db/client.ts'
import { assetDigits, candles, gaps, listings, marketSource } from '../db/schema/market.ts'
import type { Candle, MinuteUpdate } from './candle.ts'
import { createJoiningReads } from './joined-candles.ts'
import type { MinuteLists } from './minute-window.ts'
import { minuteValues, rollUpSql, rollUps, spanValues, tradedValues, upsertSql } from './past/candle-sql.ts'
import type { AssetSpan, CandleSpan, PriceQuery, Span } from './span.ts'
import { minuteMs, type Timeframe } from './timeframe.ts'
import { type Units, wholeUnits } from './units.ts'

/** Returns statements that upsert minutes (see `replaces`) and roll up the given spans. Run them as one transaction. */
export function minuteStatements(minutes: readonly MinuteUpdate[], touched: readonly AssetSpan[]): InStatement[] {
  const upserts = minutes.length > 0 ? [upsertMinutes(minutes)] : []
  if (touched.length === 0) return upserts
  const longer = rollUps.map(([tf, parts]) => ({
    sql: rollUpSql(tf, parts, touched.length),
    args: touched.flatMap((span) => spanValues(span, tf)),
  }))
  return [...upserts, ...longer]
}

function upsertMinutes(minutes: readonly MinuteUpdate[]): InStatement {
  const isTraded = minutes.some(({ traded }) => traded !== undefined)
  const valuesOf = (minute: MinuteUpdate) => [...minuteValues(minute), ...(isTraded ? tradedValues(minute) : [])]
  return { sql: upsertSql(minutes.length, isTraded), args: minutes.flatMap(valuesOf) }
}

/** Prepared reads of `market.db` for page requests; results are in ascending order. */
export interface CandleReader {
  first(span: CandleSpan): Promise<Candle[]>
  last(span: CandleSpan): Promise<Candle[]>
  /** Reads the first candles of a span in which no minute is missing. */
  closed(span: CandleSpan): Promise<Candle[]>
  minutes(asset: string, from: number, to: number): Promise<MinuteUpdate[]>
  /** openTimes of the first and the last minute in a span, ms UTC; undefined if there is none */
  minuteEnds(span: AssetSpan): Promise<{ first: number; last: number } | undefined>
  /** Counts the closed minutes with `from <= openTime < to`. */
  countClosed(asset: string, from: number, to: number): Promise<number>
  /** Reads the stored days that begin in a span, with their source time. */
  days(asset: string, from: number, to: number): Promise<MinuteUpdate[]>
  /** Reads minutes as the feed sent them, including their source time. */
  minutesFrom(asset: string, from: number): Promise<MinuteUpdate[]>
  minuteListsFrom(asset: string, from: number): Promise<MinuteLists>
}

export function createCandleReader(db: Db): CandleReader {
  const select = (order: 'asc' | 'desc', condition = '') => {
    const rest = `where asset = ? and tf = ? and open_time >= ? and open_time < ? ${condition}
      order by open_time ${order} limit cast(? as integer)`
    const read = createListsReader(db, candleColumns, rest)
    return async ({ asset, tf, from, to, count }: CandleSpan) => candlesOf(await read(asset, tf, from, to, count))
  }
  const descending = select('desc')
  const reads = createJoiningReads({
    first: select('asc'),
    last: async (span) => (await descending(span)).reverse(),
    closed: select('asc', 'and is_closed'),
  })
  const readRows = createListsReader(
    db,
    [...candleColumns, 'is_closed', 'time'],
    'where asset = ? and tf = ? and open_time >= ? and open_time < ? order by open_time',
  )
  const countClosed = db.readOne(countClosedSql)
  const end = (which: 'min' | 'max') =>
    `(select ${which}(open_time) from candles where asset = ?1 and tf = 1 and open_time >= ?2 and open_time < ?3)`
  const ends = db.readOne(`select ${end('min')} as first, ${end('max')} as last`)
  const rowsOf = async (asset: string, tf: Timeframe, from: number, to: number) => {
    const lists = await readRows(asset, tf, from, to)
    const [isClosed = [], time = []] = lists.slice(candleColumns.length)
    return candlesOf(lists).map((candle, at) => ({
      asset,
      ...candle,
      isClosed: isClosed[at] === 1,
      time: time[at] ?? 0,
    }))
  }
  return {
    ...reads,
    minutes: (asset, from, to) => rowsOf(asset, 1, from, to),
    days: (asset, from, to) => rowsOf(asset, 1440, from, to),
    minuteEnds: async ({ asset, from, to }) => {
      const row = await ends(asset, from, to)
      return row && row.first !== null ? { first: Number(row.first), last: Number(row.last) } : undefined
    },
    countClosed: async (asset, from, to) => Number((await countClosed(asset, from, to))?.closed),
    minutesFrom: (asset, from) => rowsOf(asset, 1, from, Number.MAX_SAFE_INTEGER),
    minuteListsFrom: async (asset, from) => {
      const lists = await readRows(asset, 1, from, Number.MAX_SAFE_INTEGER)
      const [openTime = [], open = [], high = [], low = [], close = [], volume = [], isClosed = [], time = []] = lists
      return { openTime, open, high, low, close, volume, isClosed, time }
    },
  }
}

const countClosedSql = `select count(*) as closed from candles
  where asset = ? and tf = 1 and open_time >= ? and open_time < ? and is_closed`

const candleColumns = ['open_time', 'open', 'high', 'low', 'close', 'volume']

/** Builds candles from column lists. @param lists  in the order of `candleColumns` */
export function candlesOf([
  openTime = [],
  open = [],
  high = [],
  low = [],
  close = [],
  volume = [],
]: number[][]): Candle[] {
  return openTime.map((time, at) => ({
    openTime: time,
    open: wholeUnits(open[at] ?? 0),
    high: wholeUnits(high[at] ?? 0),
    low: wholeUnits(low[at] ?? 0),
    close: wholeUnits(close[at] ?? 0),
    volume: wholeUnits(volume[at] ?? 0),
  }))
}

const pricesAtSql = `select coalesce(
    (select close from candles where asset = asked.value ->> 'asset' and tf = 1
      and open_time <= (asked.value ->> 'at') - ${minuteMs} order by open_time desc limit 1),
    (select open from candles where asset = asked.value ->> 'asset' and tf = 1
      and open_time >= asked.value ->> 'at' and open_time < asked.value ->> 'until' order by open_time limit 1)) as price
  from json_each(?) as asked order by asked.key`

/** Creates a reader of stored prices at past times, see `Market.pricesAt`. Any number of assets takes one query. */
export function createPricesReader(db: Db): (asked: readonly PriceQuery[]) => Promise<(Units | undefined)[]> {
  const read = db.readAll(pricesAtSql)
  return async (asked) => {
    const rows = await read(JSON.stringify(asked))
    return rows.map(([price]) => (price === null ? undefined : wholeUnits(Number(price))))
  }
}

/** Returns the openTimes of closed candles, ascending: of minutes, or of days that lack no minute. */
export async function readClosed(db: Db, { asset, from, to }: AssetSpan, tf: 1 | 1440): Promise<number[]> {
  const read = db.readAll(`select open_time from candles
    where asset = ? and tf = ? and open_time >= ? and open_time < ? and is_closed order by open_time`)
  return (await read(asset, tf, from, to)).map(([openTime]) => Number(openTime))
}

/** Whether every minute of a span is stored and closed */
export async function isComplete(db: Db, { asset, from, to }: AssetSpan): Promise<boolean> {
  const count = db.readOne(countClosedSql)
  const row = await count(asset, from, to)
  return Number(row?.closed) * minuteMs === to - from
}

/** Returns the gaps confirmed missing that overlap a span, ascending. */
export async function readGaps(db: Db, { asset, from, to }: AssetSpan): Promise<Span[]> {
  const read = db.readAll(`select from_time, to_time from gaps
    where asset = ? and to_time > ? and from_time < ? order by from_time`)
  return (await read(asset, from, to)).map(([start, end]) => ({ from: Number(start), to: Number(end) }))
}

/** Returns the openTimes of closed minutes in gaps that begin in a span. Usually there are none. */
export async function readStoredInGaps(db: Db, { asset, from, to }: AssetSpan): Promise<number[]> {
  const read = db.readAll(`select distinct minute.open_time as open_time from gaps as gap
    join candles as minute on minute.asset = gap.asset and minute.tf = 1
      and minute.open_time >= gap.from_time and minute.open_time < gap.to_time
    where gap.asset = ? and gap.from_time >= ? and gap.from_time < ? and minute.is_closed order by open_time`)
  return (await read(asset, from, to)).map(([openTime]) => Number(openTime))
}

export async function recordGaps(db: Db, missing: readonly AssetSpan[], checkedAt: number): Promise<void> {
  if (missing.length > 0) await db.writeRaw(gapStatements(missing, checkedAt))
}

export function gapStatements(missing: readonly AssetSpan[], checkedAt: number): InStatement[] {
  return missing.map(({ asset, from, to }) => ({
    sql: `insert into gaps (asset, from_time, to_time, checked_at) values (?, ?, ?, ?)
      on conflict (asset, from_time) do update set to_time = excluded.to_time, checked_at = excluded.checked_at`,
    args: [asset, from, to, checkedAt],
  }))
}

/** Returns the feed that the stored candles came from; undefined in a new database. */
export async function readSource({ orm }: Reader): Promise<string | undefined> {
  const [row] = await orm.all<{ feed: string }>(sql`select feed from ${marketSource}`)
  return row?.feed
}

/** Deletes all candles, gaps, listings and digits, and records another source. */
export async function resetSource(db: Db, feed: string): Promise<void> {
  await db.writeBatch([
    db.orm.delete(candles),
    db.orm.delete(gaps),
    db.orm.delete(listings),
    db.orm.delete(assetDigits),
    db.orm.insert(marketSource).values({ id: 1, feed }).onConflictDoUpdate({ target: marketSource.id, set: { feed } }),
  ])
}

/** Tables that name assets */
const assetTables = ['candles', 'gaps', 'listings', 'digits']

/** Condition for the assets of an exchange. Prefixes are names of feeds, so they need no escaping. */
function hasPrefix(prefix: string): string {
  return /^>?$/.test(prefix)
    ? `asset not like '%:%' and (asset like '>%') = ${prefix.length}`
    : `substr(asset, 1, ${prefix.length}) = '${prefix}'`
}

/** Returns statements that delete everything about the assets of an exchange. */
export function dropPrefixStatements(prefix: string): InStatement[] {
  return assetTables.map((table) => `delete from ${table} where ${hasPrefix(prefix)}`)
}

/** Returns statements that change what the symbols of an exchange begin with. */
export function renamePrefixStatements(from: string, to: string): InStatement[] {
  return assetTables.map(
    (table) => `update ${table} set asset = '${to}' || substr(asset, ${from.length + 1}) where ${hasPrefix(from)}`,
  )
}

export function sourceStatement(feed: string): InStatement {
  return { sql: 'update market_source set feed = ?', args: [feed] }
}

export type ReadLists = (...parameters: (string | number)[]) => Promise<number[][]>

/** Reads each column as one JSON array from SQLite: reading single values from the driver takes 1.5 times as long. */
export function createListsReader(db: Db, columns: readonly string[], rest: string): ReadLists {
  const lists = columns.map((name) => `json_group_array(${name})`).join()
  const read = db.readAll(`select ${lists} from (select ${columns.join()} from candles ${rest})`)
  return async (...parameters) => {
    const [row = []] = await read(...parameters)
    return row.map(readList)
  }
}

function readList(text: unknown): number[] {
  return JSON.parse(String(text))
}
