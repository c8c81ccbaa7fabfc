import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/* Tables of the market. All times are ms UTC. */

/**
 * Candles of all timeframes. Updates overwrite the current minute. Longer candles are stored, too: they take a quarter
 * of the space and reduce reads to a tenth.
 */
export const candles = sqliteTable(
  'candles',
  {
    asset: text('asset').notNull(),
    /** Length of the candle in minutes: a `Timeframe` */
    tf: integer('tf').notNull(),
    openTime: integer('open_time').notNull(),
    /** Prices and the volume as integers in the asset's steps: see `digits` */
    open: integer('open').notNull(),
    high: integer('high').notNull(),
    low: integer('low').notNull(),
    close: integer('close').notNull(),
    volume: integer('volume').notNull(),
    /**
     * Number of trades. This and the next two columns are null if the source does not report them, or in rows older
     * than these columns
     */
    trades: integer('trades'),
    /** Volume in the quote currency, in price steps */
    quoteVolume: integer('quote_volume'),
    /** Part of the volume bought by takers, in volume steps */
    takerVolume: integer('taker_volume'),
    /**
     * Whether the candle is closed. A candle longer than a minute is closed when all its minutes are present and closed
     */
    isClosed: integer('is_closed', { mode: 'boolean' }).notNull(),
    time: integer('time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.tf, table.openTime] })],
)

/** Divisors of an asset's integers: 10^digits. They are stored, because another process may have different settings. */
export const assetDigits = sqliteTable('digits', {
  asset: text('asset').primaryKey(),
  priceDigits: integer('price_digits').notNull(),
  volumeDigits: integer('volume_digits').notNull(),
})

/** Trading rules of an asset, as last reported by the source. Steps and the minimum order value are decimals. */
export const listings = sqliteTable('listings', {
  asset: text('asset').primaryKey(),
  status: text('status', { enum: ['trading', 'halted', 'delisted'] }).notNull(),
  priceStep: text('price_step').notNull(),
  quantityStep: text('quantity_step').notNull(),
  minNotional: text('min_notional').notNull(),
  checkedAt: integer('checked_at').notNull(),
})

/**
 * Spans for which the source has no candles, from the first missing minute to the first present one; they are not
 * requested again.
 */
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

/** Source of the stored candles: candles of another feed or seed must not be mixed with them. */
export const marketSource = sqliteTable('market_source', {
  id: integer('id').primaryKey(),
  feed: text('feed').notNull(),
})

/** Fencing token: only one process across machines writes prices. A process that takes over increments `number`. */
export const marketWriter = sqliteTable(
  'market_writer',
  {
    /**
     * Always 1. A write of a former owner tries to change this ID and fails on the constraint. See `writer-queries.ts`
     */
    id: integer('id').primaryKey(),
    number: integer('number').notNull(),
  },
  ({ id }) => [check('former_writer', sql`${id} = 1`)],
)
