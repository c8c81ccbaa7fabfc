import type { Logger } from '../../../log/logger.ts'
import type { Candle } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import { withSteps } from '../../listing/listing.ts'
import { minuteMs } from '../../timeframe.ts'
import { type Clock, sleep } from '../clock.ts'
import { type Feed, FeedError } from '../feed.ts'
import type { Exchange, ExchangeAddresses } from './exchange.ts'
import { createExchangeTime } from './exchange-time.ts'
import { createExchangeRequests, type ExchangeRequests, type ExchangeRequestsOptions } from './requests.ts'
import { openStreams } from './streams.ts'
import { askListings, watchListings } from './watch-listings.ts'

/** Time after the end of a minute during which the exchange may still correct its candle, ms */
const settledAfterMs = 1000
/** Silence after which a price is stale, ms. A candle stream sends an update every second or two. */
const staleAfterMs = 90_000

interface ExchangeRestOptions extends ExchangeRequestsOptions {
  exchange: Exchange
  instruments(): readonly Instrument[]
  onRounded(asset: string): void
}

interface ExchangeRest {
  history: Feed['history']
  /** Asks the exchange for its time. */
  askTime(signal?: AbortSignal): Promise<void>
  requests: ExchangeRequests
}

function createExchangeRest(options: ExchangeRestOptions): ExchangeRest {
  const { exchange, instruments, onRounded, clock, time } = options
  const requests = createExchangeRequests(options)

  const askTime = async (signal?: AbortSignal) => {
    const now = await requests.get(exchange.time.path, exchange.time.read, signal)
    if (now !== undefined) time.heard(now)
  }
  /** Returns the end of the closed minutes in the exchange’s time. Waits if the last minute may still be corrected. */
  const closedBefore = async (to: number, signal?: AbortSignal) => {
    if ((time.latest() ?? 0) < to + settledAfterMs) await askTime(signal)
    const now = time.latest() ?? 0
    const over = Math.min(to, now - (now % minuteMs))
    if (over > now - settledAfterMs) await sleep(clock, over + settledAfterMs - now, signal)
    return over
  }

  return {
    requests,
    askTime,
    async *history(asset, from, to, signal): AsyncIterable<Candle[]> {
      const instrument = instruments().find((candidate) => candidate.asset === asset)
      if (!instrument) return
      const end = await closedBefore(to, signal)
      for (let next = from; next < end && !signal?.aborted; ) {
        const request = exchange.candles.request(exchange.symbolOf(instrument), next, end, time.now())
        const read = (body: unknown) => exchange.candles.read(body, instrument, () => onRounded(asset))
        const rows = (await requests.get(request.path, read, signal)) ?? []
        const page = rows.filter(({ openTime }) => openTime >= next && openTime < end)
        if (page.length > 0 && !signal?.aborted) yield page
        next = request.to ?? nextAfter(page, rows.length, exchange.candles.pageLength)
      }
    },
  }
}

/** Returns where the next page begins, if a page has the first candles from its start on, however far apart they are. */
function nextAfter(page: readonly Candle[], length: number, pageLength: number): number {
  const newest = page.at(-1)
  return !newest || length < pageLength ? Number.POSITIVE_INFINITY : newest.openTime + minuteMs
}

export interface ExchangeFeedOptions {
  instruments: readonly Instrument[]
  addresses?: ExchangeAddresses | undefined
  clock: Clock
  log?: Pick<Logger, 'warn'> | undefined
  random?: (() => number) | undefined
}

/** The public spot market of an exchange: live minutes from its streams, history by REST */
export function createExchangeFeed(exchange: Exchange, options: ExchangeFeedOptions): Feed {
  const { addresses = exchange.addresses, clock, log, random = Math.random } = options
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
  const rest = createExchangeRest({
    exchange,
    instruments: () => instruments,
    onRounded,
    baseUrl,
    clock,
    time,
    random,
  })
  const { requests } = rest
  return {
    id: exchange.id,
    source: addresses === exchange.addresses ? exchange.id : `${exchange.id} ${addresses.rest}`,
    get instruments() {
      return instruments
    },
    staleAfterMs,
    now: time.now,
    ask: () => askListings({ exchange, requests, instruments }, clock),
    adopt: (listings) => {
      instruments = instruments.map((instrument) => withSteps(instrument, listings(instrument.asset)))
    },
    start(listener) {
      const abort = new AbortController()
      const askTime = createTimeQuestion(() => rest.askTime(abort.signal), clock)
      // The first history request asks again if this one fails.
      if (!exchange.stream.hasTimes) askTime()
      const listings = watchListings({ exchange, requests, instruments }, clock, (news) => {
        streams.expectOnly(news.flatMap(({ asset, status }) => (status === 'trading' ? [asset] : [])))
        listener.onListings?.(news)
      })
      const streams = openStreams(
        {
          exchange,
          baseUrl: addresses.stream,
          instruments,
          clock,
          time,
          random,
          blockedUntil: requests.blockedUntil,
          onRounded,
          onDoubt: listings.doubt,
          onAhead: askTime,
          warn: (message, fields) => log?.warn(message, fields),
        },
        listener,
      )
      return async () => {
        abort.abort()
        listings.stop()
        streams.stop()
      }
    },
    history: rest.history,
  }
}

/** Minimum pause between two questions for the time, ms */
const askTimePauseMs = 10_000

/** Returns a function that asks an exchange for its time, unless it was asked within the last seconds. */
function createTimeQuestion(ask: () => Promise<void>, clock: Clock): () => void {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    ask().catch(ignoreFeedError)
    clock.after(askTimePauseMs, () => {
      isAsked = false
    })
  }
}

function ignoreFeedError(error: unknown): void {
  if (!(error instanceof FeedError)) throw error
}
