import { resolve } from 'node:path'
import { ConfigError } from '../../config/config-error.ts'
import type { Config } from '../../config.ts'
import type { Logger } from '../../log/logger.ts'
import { defaultInstruments } from '../instrument.ts'
import { type BinanceAddresses, createBinanceFeed } from './binance.ts'
import { type Clock, systemClock } from './clock.ts'
import { createDemoFeed } from './demo.ts'
import type { Feed } from './feed.ts'
import type { FeedId } from './feed-id.ts'
import { createReplayFeed } from './replay.ts'
import { type ReplaySteps, readReplayFile } from './replay-file.ts'

export interface FeedOptions {
  clock?: Clock
  log?: Pick<Logger, 'warn'> | undefined
  seed?: string
  binance?: BinanceAddresses | undefined
  /** Steps of the assets in a replay file */
  steps?: ReplaySteps | undefined
}

/** Recorded minutes per real minute, if `FEED` gives no speed */
const usualSpeed = 60

/** Returns the kind of feed that `FEED` names, without opening it; undefined if `FEED` is not set. */
export function namedFeed(value: Config['FEED']): FeedId | undefined {
  if (value === undefined) return undefined
  return value === 'demo' || value === 'binance' ? value : 'replay'
}

export function replayStepsOf(config: Pick<Config, 'REPLAY_PRICE_STEP' | 'REPLAY_QUANTITY_STEP'>): ReplaySteps {
  return { priceStep: config.REPLAY_PRICE_STEP, quantityStep: config.REPLAY_QUANTITY_STEP }
}

/** Creates the feed; the demo by default. @throws ConfigError if a replay file cannot be used */
export function createFeed(value: Config['FEED'] = 'demo', options: FeedOptions = {}): Feed {
  const { clock = systemClock, log, seed = 'course', binance, steps } = options
  if (value.startsWith('replay:')) {
    const { path, speed } = parseReplay(value)
    return createReplayFeed({ file: readReplayFile(path, steps), speed, steps, clock })
  }
  if (value === 'demo') return createDemoFeed({ instruments: defaultInstruments, clock, seed })
  return createBinanceFeed({ instruments: defaultInstruments, addresses: binance, clock, log })
}

/** Parses `replay:FILE[@SPEED]`; an @ without a number after it belongs to the file name. */
function parseReplay(value: string): { path: string; speed: number } {
  const [, file = '', digits] = /^replay:(.+?)(?:@([\d.]+))?$/.exec(value) ?? []
  const speed = digits === undefined ? usualSpeed : Number(digits)
  if (!(speed > 0)) {
    throw new ConfigError(`FEED=${value}: expected a speed above zero after the @, such as replay:${file}@60`)
  }
  return { path: resolve(file), speed }
}
