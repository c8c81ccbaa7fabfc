import { type FeedName, feedNameOf } from '../../config/feeds.ts'
import type { Config } from '../../config.ts'
import { binanceManifest } from './binance/manifest.ts'
import { bybitManifest } from './bybit/manifest.ts'
import { systemClock } from './clock.ts'
import { demoManifest } from './demo/manifest.ts'
import type { Feed } from './feed.ts'
import type { FeedManifest, FeedSettings, Probe } from './manifest.ts'
import { moexManifest } from './moex/manifest.ts'
import { okxManifest } from './okx/manifest.ts'
import { replayManifest } from './replay/manifest.ts'
import type { ReplaySteps } from './replay/replay-file.ts'

const manifests: Record<FeedName, FeedManifest> = {
  demo: demoManifest,
  replay: replayManifest,
  binance: binanceManifest,
  bybit: bybitManifest,
  okx: okxManifest,
  moex: moexManifest,
}

export type FeedOptions = Partial<Omit<FeedSettings, 'value'>>

/** Returns the kind of feed that `FEED` names, without opening it; undefined if `FEED` is not set. */
export function namedFeed(value: Config['FEED']): FeedName | undefined {
  return value === undefined ? undefined : feedNameOf(value)
}

/** Returns how to find out whether the named source answers; undefined if it is on this machine. */
export function probeOf(name: FeedName): Probe | undefined {
  return manifests[name].probe
}

export function replayStepsOf(config: Pick<Config, 'REPLAY_PRICE_STEP' | 'REPLAY_QUANTITY_STEP'>): ReplaySteps {
  return { priceStep: config.REPLAY_PRICE_STEP, quantityStep: config.REPLAY_QUANTITY_STEP }
}

/** Creates the feed that `FEED` names; the demo by default. @throws ConfigError if the value cannot be used */
export function createFeed(value: Config['FEED'] = 'demo', options: FeedOptions = {}): Feed {
  const { clock = systemClock, seed = 'course' } = options
  return manifests[feedNameOf(value)].create({ ...options, value, clock, seed })
}
