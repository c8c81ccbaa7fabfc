import type { Logger } from '../../log/logger.ts'
import type { Instrument } from '../instrument.ts'
import type { Digits } from '../units.ts'
import type { Clock } from './clock.ts'
import type { Exchange, ExchangeAddresses } from './exchange/exchange.ts'
import type { Feed } from './feed.ts'

/** Trading steps as decimals, such as `0.001`; missing steps are derived from the file */
export interface ReplaySteps {
  priceStep?: string | undefined
  quantityStep?: string | undefined
}

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

/** Fees of spot trades for clients of the lowest tier without discounts, in 10^-6 of the worth: 1000 is 0.1 % */
export interface VenueFees {
  /** Name of the venue beside its fees */
  venue: string
  makerFee: number
  takerFee: number
}

/** The declaration of a feed by its folder */
export interface FeedManifest {
  /** @throws ConfigError if the value cannot be used */
  create(settings: FeedSettings): Feed
  /** Instruments of the source, by its own symbols. @param stored  digits of the stored assets */
  instruments(stored: ReadonlyMap<string, Digits>): readonly Instrument[]
  /** Name on screens, if the feed can be followed together with others */
  venue?: string
  /** Minimum order, quote currency, while the source has not reported one; default: 5, as at most exchanges */
  minNotional?: string
  /** Missing if the source is no exchange */
  fees?: VenueFees
  /** Whether `candles import` reads archives of this source */
  hasArchives?: boolean
  /** Missing if the source is on this machine */
  probe?: Probe
}
