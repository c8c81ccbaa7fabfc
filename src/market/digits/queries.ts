import type { ResultSet } from '@libsql/client'
import type { Db } from '../../db/client.ts'
import { assetDigits } from '../../db/schema/market.ts'
import { openTimeOf, timeframes } from '../timeframe.ts'
import type { Digits } from '../units.ts'

export interface AssetDigits extends Digits {
  asset: string
}

export async function readDigits(db: Db): Promise<Map<string, Digits>> {
  const rows = await db.orm.select().from(assetDigits)
  return new Map(rows.map(({ asset, priceDigits, volumeDigits }) => [asset, { priceDigits, volumeDigits }]))
}

export interface Largest {
  price: number
  volume: number
}

export async function readLargest(db: Db, asset: string): Promise<Largest | undefined> {
  const { rows } = await db.client.execute({
    sql: 'select max(high), max(volume) from candles where asset = ?',
    args: [asset],
  })
  const [price, volume] = Array.from(rows[0] ?? [])
  return price === null || price === undefined ? undefined : { price: Number(price), volume: Number(volume) }
}

export async function hasCandles(db: Db, asset: string): Promise<boolean> {
  const sql = 'select exists (select 1 from candles where asset = ?) as has'
  return isTrue(await db.client.execute({ sql, args: [asset] }))
}

/** Marks candles that end after `since`, ms UTC, as not closed, so they are fetched again. Their values stay. */
export async function reopenCandles(db: Db, asset: string, since: number): Promise<void> {
  const statements = timeframes.map((tf) => ({
    sql: 'update candles set is_closed = 0 where asset = ? and tf = ? and open_time >= ?',
    args: [asset, tf, openTimeOf(since, tf)],
  }))
  await db.writeRaw(statements)
}

/** Whether all stored prices are multiples of `price` and all volumes are multiples of `volume` */
export async function areMultiples(db: Db, asset: string, { price, volume }: Largest): Promise<boolean> {
  const sql = `select not exists (select 1 from candles where asset = ?
    and (open % ? or high % ? or low % ? or close % ? or volume % ?)) as has`
  return isTrue(await db.client.execute({ sql, args: [asset, price, price, price, price, volume] }))
}

function isTrue({ rows: [row] }: ResultSet): boolean {
  return row?.has === 1
}

/** Shifts the decimal point of all stored numbers of an asset: a move by 2 turns 5 into 500. */
export async function movePoint(db: Db, to: AssetDigits, move: Digits): Promise<void> {
  const [price, volume] = [move.priceDigits, move.volumeDigits].map(movedBy)
  const sql = `update candles set open = open ${price}, high = high ${price}, low = low ${price}, close = close ${price},
    volume = volume ${volume}, quote_volume = quote_volume ${price}, taker_volume = taker_volume ${volume} where asset = ?`
  await db.writeRaw([{ sql, args: [to.asset] }, noteOf(to)])
}

/** Returns the SQL of a shift. SQLite drops remainders of integer divisions; callers have checked that they are 0. */
function movedBy(digits: number): string {
  return digits < 0 ? `/ ${10 ** -digits}` : `* ${10 ** digits}`
}

/** Deletes the stored candles and gaps of an asset whose digits change. */
export async function dropAsset(db: Db, to: AssetDigits): Promise<void> {
  const args = [to.asset]
  await db.writeRaw([
    { sql: 'delete from candles where asset = ?', args },
    { sql: 'delete from gaps where asset = ?', args },
    noteOf(to),
  ])
}

function noteOf({ asset, priceDigits, volumeDigits }: AssetDigits) {
  return { sql: 'insert or replace into digits values (?, ?, ?)', args: [asset, priceDigits, volumeDigits] }
}
