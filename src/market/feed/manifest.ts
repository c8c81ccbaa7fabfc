import type { Logger } from '../../log/logger.ts'
import type { Clock } from './clock.ts'
import type { Exchange, ExchangeAddresses } from './exchange/exchange.ts'
import type { Feed } from './feed.ts'
import type { ReplaySteps } from './replay/replay-file.ts'

export interface FeedSettings {
  /** Value of `FEED` */
  value: string
  clock: Clock
  log?: Pick<Logger, 'warn'> | undefined
  seed: string
  /** Replaces the addresses of an exchange, in tests */
  addresses?: ExchangeAddresses | undefined
  /** Trading steps of the assets in a replay file, if configured */
  steps?: ReplaySteps | undefined
}

/** A cheap request that shows whether a source answers */
export interface Probe {
  address: string
  requests: Exchange['requests']
  path: string
  /** @returns undefined if the answer is unreadable; else with the time of the source, if it says one, ms UTC */
  read(body: unknown): { time?: number } | undefined
}

/** The declaration of a feed by its folder */
export interface FeedManifest {
  /** @throws ConfigError if the value cannot be used */
  create(settings: FeedSettings): Feed
  /** Missing if the source is on this machine */
  probe?: Probe
}
