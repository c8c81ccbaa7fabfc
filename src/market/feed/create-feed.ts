import type { Config } from '../../config.ts'
import { defaultInstruments } from '../instrument.ts'
import { type Clock, systemClock } from './clock.ts'
import { createDemoFeed } from './demo.ts'
import type { Feed } from './feed.ts'

export interface FeedOptions {
  clock?: Clock
  /** Of the demo market */
  seed?: string
}

/** The feed that `FEED` names. */
export function createFeed(value: Config['FEED'], { clock = systemClock, seed = 'course' }: FeedOptions = {}): Feed {
  if (value === 'demo') return createDemoFeed({ instruments: defaultInstruments, clock, seed })
  throw new Error(`The feed ${value} is not there yet`)
}
