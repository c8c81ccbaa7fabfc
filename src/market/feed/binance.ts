import type { Logger } from '../../log/logger.ts'
import type { Instrument } from '../instrument.ts'
import { withSteps } from '../listing/listing.ts'
import { askListings, watchListings } from './binance-listings.ts'
import { createBinanceRest } from './binance-rest.ts'
import { openStreams } from './binance-stream.ts'
import type { Clock } from './clock.ts'
import { createExchangeTime } from './exchange-time.ts'
import type { Feed } from './feed.ts'

export interface BinanceAddresses {
  stream: string
  rest: string
}

export const binanceAddresses: BinanceAddresses = {
  stream: 'wss://data-stream.binance.vision',
  rest: 'https://data-api.binance.vision',
}

export interface BinanceOptions {
  instruments: readonly Instrument[]
  addresses?: BinanceAddresses | undefined
  clock: Clock
  log?: Pick<Logger, 'warn'> | undefined
  random?: (() => number) | undefined
}

/** A candle stream sends an update every second or two. */
const staleAfterMs = 90_000

/** Binance's public spot market: live minutes from its streams, history by REST */
export function createBinanceFeed(options: BinanceOptions): Feed {
  const { addresses = binanceAddresses, clock, log, random = Math.random } = options
  const time = createExchangeTime(clock)
  let { instruments } = options
  const rounded = new Set<string>()
  /** Warns once per asset: the exchange sends finer steps than its listing states. */
  const onRounded = (asset: string) => {
    if (rounded.has(asset)) return
    rounded.add(asset)
    log?.warn('Rounding prices or volumes: the source sends more decimals than the asset has', { asset })
  }
  const baseUrl = addresses.rest
  const rest = createBinanceRest({ instruments: () => instruments, onRounded, baseUrl, clock, time, random })
  return {
    id: 'binance',
    source: addresses === binanceAddresses ? 'binance' : `binance ${addresses.rest}`,
    get instruments() {
      return instruments
    },
    staleAfterMs,
    now: time.now,
    ask: () => {
      const assets = instruments.map(({ asset }) => asset)
      return askListings(rest.requests, assets, clock)
    },
    adopt: (listings) => {
      instruments = instruments.map((instrument) => withSteps(instrument, listings(instrument.asset)))
    },
    start(listener) {
      const assets = instruments.map(({ asset }) => asset)
      const listings = watchListings(rest.requests, assets, clock, (news) => {
        streams.expectOnly(news.flatMap(({ asset, status }) => (status === 'trading' ? [asset] : [])))
        listener.onListings?.(news)
      })
      const streams = openStreams(
        {
          baseUrl: addresses.stream,
          instruments,
          clock,
          time,
          random,
          blockedUntil: rest.requests.blockedUntil,
          onRounded,
          onDoubt: listings.doubt,
          warn: (message, fields) => log?.warn(message, fields),
        },
        listener,
      )
      return async () => {
        listings.stop()
        streams.stop()
      }
    },
    history: rest.history,
  }
}
