import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/* All times are ms UTC. */

/** The current minute is overwritten. Longer candles, kept too: a quarter of the room for a tenth of the reading. */
export const candles = sqliteTable(
  'candles',
  {
    asset: text('asset').notNull(),
    /** Minutes: a `Timeframe` */
    tf: integer('tf').notNull(),
    openTime: integer('open_time').notNull(),
    /** Prices and the volume are whole numbers of the asset's steps: see `digits` */
    open: integer('open').notNull(),
    high: integer('high').notNull(),
    low: integer('low').notNull(),
    close: integer('close').notNull(),
    volume: integer('volume').notNull(),
    /** Only of sources that tell them, and not of what was stored before they were kept; how many trades there were */
    trades: integer('trades'),
    /** What was paid for the volume, in steps of the price */
    quoteVolume: integer('quote_volume'),
    /** The part of the volume whose buyer took an offer, in steps of the volume */
    takerVolume: integer('taker_volume'),
    /** Of longer candles: all minutes are there and closed */
    isClosed: integer('is_closed', { mode: 'boolean' }).notNull(),
    time: integer('time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.tf, table.openTime] })],
)

/** What the numbers of an asset's candles are to be divided by: 10^digits. Another process may have another opinion. */
export const assetDigits = sqliteTable('digits', {
  asset: text('asset').primaryKey(),
  priceDigits: integer('price_digits').notNull(),
  volumeDigits: integer('volume_digits').notNull(),
})

/** What the source last said of an asset's trade. Steps and the least value of an order are decimals. */
export const listings = sqliteTable('listings', {
  asset: text('asset').primaryKey(),
  status: text('status', { enum: ['trading', 'halted', 'delisted'] }).notNull(),
  priceStep: text('price_step').notNull(),
  quantityStep: text('quantity_step').notNull(),
  minNotional: text('min_notional').notNull(),
  checkedAt: integer('checked_at').notNull(),
})

/** Spans from the first missing minute to the first that is there again: the source has none, nobody asks again. */
export const gaps = sqliteTable(
  'gaps',
  {
    asset: text('asset').notNull(),
    from: integer('from_time').notNull(),
    to: integer('to_time').notNull(),
    checkedAt: integer('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.from] }), index('gaps_to').on(table.asset, table.to)],
)

/** Candles of another feed or seed are not to be mixed with these. */
export const marketSource = sqliteTable('market_source', {
  id: integer('id').primaryKey(),
  feed: text('feed').notNull(),
})

/** Of processes on several machines one alone writes prices: whoever takes it over makes the number larger. */
export const marketWriter = sqliteTable(
  'market_writer',
  {
    /** Always 1: nobody else's number can change it. See `writer-queries.ts` */
    id: integer('id').primaryKey(),
    number: integer('number').notNull(),
  },
  ({ id }) => [check('former_writer', sql`${id} = 1`)],
)
