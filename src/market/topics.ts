import { z } from 'zod'
import { topic } from '../events/events.ts'
import { assetStates } from './asset-state.ts'
import { waitReasons } from './feed/feed.ts'
import { isTimeframe, type Timeframe } from './timeframe.ts'

const isBackfilling = z.boolean()
const assets = z.record(z.string(), z.enum(assetStates)).optional()
const halted = z.array(z.string()).optional()
/** Time of the last update of each stale asset, ms UTC */
const stale = z.record(z.string(), z.number()).optional()
const closing = { delayMs: z.number().optional(), closedUntil: z.number().optional() }

/** Published when `market.state()` has changed. Prices change too often for events: use `market.onTick`. */
export const feedState = topic(
  'feed-state',
  z.discriminatedUnion('name', [
    z.object({ name: z.enum(['connecting', 'live', 'ended']), isBackfilling, assets, halted, stale, ...closing }),
    z.object({
      name: z.literal('waiting'),
      until: z.number(),
      reason: z.enum(waitReasons),
      isBackfilling,
      assets,
      halted,
      stale,
      ...closing,
    }),
  ]),
  'process',
)

const asset = z.string()
/** A time, ms UTC */
const time = z.number().int()

/** Hint to read `market.closes` from your own cursor. If several settle at once (after an outage), only the newest. */
export const closeSettled = topic(
  'close-settled',
  z.object({ asset, tf: z.custom<Timeframe>(isTimeframe), openTime: time }),
  'kept',
)

/** Stored minutes with `from <= openTime < to` were changed or added: cached candles of that span are stale. */
export const candlesCorrected = topic('candles-corrected', z.object({ asset, from: time, to: time }), 'kept')
