import type { Candle, MinuteUpdate } from '../candle.ts'
import type { AssetSpan } from '../span.ts'
import { closeTimeOf, minuteMs, mondayMs, openTimeOf, type Timeframe } from '../timeframe.ts'

type RollUps = readonly (readonly [tf: Timeframe, parts: Timeframe])[]

/**
 * Pairs of each longer timeframe that a whole day consists of, and the stored timeframe it is aggregated from, shortest
 * first. Candles of three minutes are not stored, see `joined-candles.ts`.
 */
export const dayRollUps: RollUps = [
  [5, 1],
  [15, 5],
  [30, 15],
  [60, 30],
  [120, 60],
  [240, 120],
  [360, 120],
  [720, 360],
  [1440, 720],
]

/** Pairs like `dayRollUps` for the timeframes that consist of whole days */
export const longRollUps: RollUps = [
  [10080, 1440],
  [43200, 1440],
]

export const rollUps: RollUps = [...dayRollUps, ...longRollUps]

/** Upserts rows. Bind each with `minuteValues`, then `tradedValues` if `isTraded`; unused columns would cost time. */
export function upsertSql(count: number, isTraded: boolean): string {
  return upsertOf(new Array(count).fill(`(?, ?, ?, ?, ?, ?, ?, ?, ?, ?${isTraded ? ', ?, ?, ?' : ''})`), isTraded)
}

/** Returns an upsert of candles. @param rows  the value tuple of each row, in parentheses */
export function upsertOf(rows: readonly string[], isTraded: boolean): string {
  const [names, set] = isTraded ? [', trades, quote_volume, taker_volume', tradedSet] : ['', '']
  return `insert into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time${names})
    values ${rows.join()}
    on conflict (asset, tf, open_time) do update set open = excluded.open, high = excluded.high, low = excluded.low,
      close = excluded.close, volume = excluded.volume, is_closed = excluded.is_closed, time = excluded.time${set}
    where excluded.is_closed > is_closed or (excluded.is_closed = is_closed and excluded.time > time)`
}

const tradedSet = `, trades = excluded.trades, quote_volume = excluded.quote_volume, taker_volume = excluded.taker_volume`

export type SqlValue = string | number | null

export function minuteValues(minute: MinuteUpdate): SqlValue[] {
  const { asset, openTime, open, high, low, close, volume, isClosed, time } = minute
  return [asset, 1, openTime, open, high, low, close, volume, isClosed ? 1 : 0, time]
}

export function tradedValues({ traded }: Candle): SqlValue[] {
  return [traded?.trades ?? null, traded?.quoteVolume ?? null, traded?.takerVolume ?? null]
}

/** Rolls up stored shorter candles. Bind spans with `spanValues`. A candle is closed when all its minutes are. */
export function rollUpSql(tf: Timeframe, parts: Timeframe, count: number): string {
  return `insert or replace into candles (asset, tf, open_time, open, high, low, close, volume, is_closed, time,
      trades, quote_volume, taker_volume)
    select asset, ${tf}, start,
      (select open from candles where asset = joined.asset and tf = ${parts} and open_time = first), high, low,
      (select close from candles where asset = joined.asset and tf = ${parts} and open_time = last),
      volume, is_closed, time, trades, quote_volume, taker_volume
    from (
      select candles.asset, ${startSql(tf)} as start, min(open_time) as first, max(open_time) as last,
        max(high) as high, min(low) as low, sum(volume) as volume,
        sum(is_closed) = ${countSql(tf, parts)} as is_closed, max(time) as time,
        ${sumOf('trades')}, ${sumOf('quote_volume')}, ${sumOf('taker_volume')}
      from (values ${rowsOf('(?, ?, ?)', count)}) as span cross join candles
      where candles.asset = span.column1 and tf = ${parts}
        and open_time >= span.column2 and open_time < span.column3
      group by candles.asset, start
    ) as joined`
}

/** Returns the SQL of a column's sum. If the value is unknown for one part, it is unknown for the whole candle. */
function sumOf(column: string): string {
  return `case when count(${column}) = count(*) then sum(${column}) end as ${column}`
}

/** Returns the SQL of `openTimeOf` for the column `open_time`. */
function startSql(tf: Timeframe): string {
  const length = tf * minuteMs
  if (tf === 43200) return `${monthSql('start of month')} * 1000`
  if (tf === 10080) return `(open_time - ${mondayMs}) / ${length} * ${length} + ${mondayMs}`
  return `open_time / ${length} * ${length}`
}

/** Returns the SQL of the number of parts in a whole candle: a month has as many days as the calendar says. */
function countSql(tf: Timeframe, parts: Timeframe): string {
  if (tf !== 43200) return `${tf / parts}`
  return `(${monthSql('start of month', '+1 month')} - ${monthSql('start of month')}) / ${parts * 60}`
}

/** Returns the SQL of a moment computed from `open_time`, in seconds. */
function monthSql(...modifiers: string[]): string {
  return `unixepoch(open_time / 1000, 'unixepoch', ${modifiers.map((each) => `'${each}'`).join()})`
}

/** Returns the bound values of a span, extended to whole candles of the timeframe. */
export function spanValues({ asset, from, to }: AssetSpan, tf: Timeframe): (string | number)[] {
  return [asset, openTimeOf(from, tf), openTimeOf(to, tf) === to ? to : closeTimeOf(to, tf)]
}

function rowsOf(row: string, count: number): string {
  return new Array(count).fill(row).join()
}
