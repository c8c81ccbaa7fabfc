import type { Logger } from '../../log/logger.ts'
import type { Candle } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { withSteps } from '../listing/listing.ts'
import { minuteMs } from '../timeframe.ts'
import { askListings, watchListings } from './binance-listings.ts'
import { readKlines, readServerTime } from './binance-messages.ts'
import { openStreams } from './binance-stream.ts'
import { type Clock, sleep } from './clock.ts'
import {
  createExchangeRequests,
  createExchangeTime,
  type ExchangeRequests,
  type ExchangeRequestsOptions,
} from './exchange-requests.ts'
import type { Feed } from './feed.ts'

const pageLength = 1000
/** Time after the end of a minute during which the exchange may still correct its candle, ms */
const settledAfterMs = 1000

interface BinanceRestOptions extends ExchangeRequestsOptions {
  instruments(): readonly Instrument[]
  onRounded(asset: string): void
}

interface BinanceRest {
  history(asset: string, from: number, to: number, signal?: AbortSignal): AsyncIterable<Candle[]>
  requests: ExchangeRequests
}

function createBinanceRest(options: BinanceRestOptions): BinanceRest {
  const { instruments, onRounded, clock, time } = options
  const requests = createExchangeRequests(options)

  /** Returns the end of the closed minutes in the exchange’s time. Waits if the last minute may still be corrected. */
  const closedBefore = async (to: number, signal?: AbortSignal) => {
    if ((time.latest() ?? 0) < to + settledAfterMs) {
      const now = await requests.get('/api/v3/time', readServerTime, signal)
      if (now !== undefined) time.heard(now)
    }
    const now = time.latest() ?? 0
    const over = Math.min(to, now - (now % minuteMs))
    if (over > now - settledAfterMs) await sleep(clock, over + settledAfterMs - now, signal)
    return over
  }

  return {
    requests,
    async *history(asset, from, to, signal) {
      const digits = instruments().find((instrument) => instrument.asset === asset)
      if (!digits) return
      const end = await closedBefore(to, signal)
      for (let next = from; next < end && !signal?.aborted; ) {
        const query = new URLSearchParams({
          symbol: asset,
          interval: '1m',
          startTime: String(next),
          endTime: String(end - 1),
          limit: String(pageLength),
        })
        const read = (body: unknown) => readKlines(body, digits, () => onRounded(asset))
        const rows = (await requests.get(`/api/v3/klines?${query}`, read, signal)) ?? []
        const page = rows.filter(({ openTime }) => openTime >= next && openTime < end)
        if (page.length > 0 && !signal?.aborted) yield page
        const newest = page.at(-1)
        if (!newest || rows.length < pageLength) return
        next = newest.openTime + minuteMs
      }
    },
  }
}

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

/** Silence after which a price is stale, ms. A candle stream sends an update every second or two. */
const staleAfterMs = 90_000

/** Binance's public spot market: live minutes from its streams, history by REST */
export function createBinanceFeed(options: BinanceOptions): Feed {
  const { addresses = binanceAddresses, clock, log, random = Math.random } = options
  const time = createExchangeTime(clock)
  let { instruments } = options
  const rounded = new Set<string>()
  /** Warns once per asset that the exchange sends finer steps than its listing states. */
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
