import { z } from 'zod'
import { topic } from '../../events/events.ts'
import type { MinuteUpdate } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { feedState } from '../topics.ts'
import { wholeUnits } from '../units.ts'

/* A run is one life of the feed's process; its news are numbered: whoever has missed some reads the database. */

/** ms UTC */
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
}) satisfies z.ZodType<Instrument>

/** What the prices are: those of two sources never mix. */
const marketIdentity = z.object({
  id: z.enum(['demo', 'binance', 'replay']),
  source: z.string(),
  instruments: z.array(instrument),
})
export type MarketIdentity = z.infer<typeof marketIdentity>

/** Whatever the feed's process takes into its books, in the same order. */
export const marketNews = topic(
  'market-news',
  z.object({
    run: z.string(),
    number,
    minutes: z.array(minute),
    /** Minutes that the source does not have */
    missing: z.array(z.object({ asset: z.string(), from: time, to: time })),
  }),
)

/** After every write, and when somebody has asked. */
export const marketTold = topic(
  'market-told',
  marketIdentity.extend({
    run: z.string(),
    /** Of the last news told */
    told: number,
    /** Up to these news everything is in the database. */
    stored: number,
    state: feedState.payload,
  }),
)

/** Asks the feed's process to write what it has and to tell so. */
export const marketAsked = topic('market-asked', z.object({}))
