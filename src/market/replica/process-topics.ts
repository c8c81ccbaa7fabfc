import { z } from 'zod'
import { feedNames } from '../../config/feeds.ts'
import { topic } from '../../events/events.ts'
import type { MinuteUpdate } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { feedState } from '../topics.ts'
import { wholeUnits } from '../units.ts'

/* A run is one lifetime of the feed's process. Its news is numbered: a follower that missed some reads the database. */

/** A time, ms UTC */
const time = z.int()
const number = z.int().nonnegative()
const amount = z.int().nonnegative().transform(wholeUnits)

const minute = z.object({
  asset: z.string(),
  openTime: time,
  open: amount,
  high: amount,
  low: amount,
  close: amount,
  volume: amount,
  isClosed: z.boolean(),
  time,
}) satisfies z.ZodType<MinuteUpdate>

const instrument = z.object({
  asset: z.string(),
  base: z.string(),
  quote: z.string(),
  name: z.string(),
  priceDigits: z.int(),
  volumeDigits: z.int(),
  venue: z.string().optional(),
}) satisfies z.ZodType<Instrument>

/** Identity of the prices, which changes with their source or digits: prices of two sources never mix. */
const marketIdentity = z.object({
  id: z.enum(feedNames),
  source: z.string(),
  instruments: z.array(instrument),
})
export type MarketIdentity = z.infer<typeof marketIdentity>

/** News of everything that the feed's process applies to its candle windows, in the same order */
export const marketNews = topic(
  'market-news',
  z.object({
    run: z.string(),
    number,
    minutes: z.array(minute),
    /** Spans whose minutes the source does not have */
    missing: z.array(z.object({ asset: z.string(), from: time, to: time })),
  }),
)

/** Status of the feed's process, sent after every write and on request */
export const marketStatus = topic(
  'market-told',
  marketIdentity.extend({
    run: z.string(),
    /** Number of the last news message that was sent */
    told: number,
    /** Number up to which all news is in the database */
    stored: number,
    state: feedState.payload,
  }),
)

/** Asks the feed's process to write its pending minutes and report its status. */
export const marketStatusRequest = topic('market-asked', z.object({}))
