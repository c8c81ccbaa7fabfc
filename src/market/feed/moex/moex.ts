import type { Logger } from '../../../log/logger.ts'
import type { Candle } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import { withSteps } from '../../listing/listing.ts'
import { hourMs, minuteMs, openTimeOf } from '../../timeframe.ts'
import { type Clock, createTimers } from '../clock.ts'
import { createExchangeTime } from '../exchange/exchange-time.ts'
import { createExchangeRequests } from '../exchange/requests.ts'
import { askListings, watchListings } from '../exchange/watch-listings.ts'
import { type Feed, FeedError } from '../feed.ts'
import {
  candlesPath,
  delayMs,
  intervalMs,
  issAddress,
  issListings,
  judgeIss,
  pageLength,
  specialDaysPath,
} from './iss.ts'
import { readCandles, readSpecialDays } from './messages.ts'
import { createPoll } from './poll.ts'
import { opensAt, type SpecialDays } from './trading-hours.ts'

const staleAfterMs = 90_000
/** Time after the end of a minute in which its candle may still change, beyond the delay of the service, ms */
const settledAfterMs = minuteMs
const roundingText = 'Rounding prices or volumes: the source sends more decimals than the asset has'
/** A trade so recent shows that the market is open, whatever the timetable says, ms. */
const openAfterTradeMs = 5 * minuteMs

export interface MoexOptions {
  instruments: readonly Instrument[]
  /** Address of the service, without a path */
  address?: string | undefined
  clock: Clock
  log?: Pick<Logger, 'warn'> | undefined
  random?: (() => number) | undefined
}

interface IssOptions extends Pick<MoexOptions, 'clock' | 'log'> {
  address: string
  random: () => number
  /** Called when the service refuses requests for a while */
  onLimited(): void
}

/** The exchange's public service: its time and its candles */
function createIss({ address, clock, log, random, onLimited }: IssOptions) {
  const time = createExchangeTime(clock)
  const warn = createWarnings(log)
  /** Start of the newest minute with a trade, ms UTC */
  let newest = 0
  const requests = createExchangeRequests({
    exchange: {
      requests: {
        intervalMs,
        judge: (response) => {
          const date = Date.parse(response.headers.get('date') ?? '')
          if (Number.isFinite(date)) time.heard(date)
          const judged = judgeIss(response)
          // The pause is set after this function has returned.
          if (judged.kind === 'limited') clock.after(0, onLimited)
          return judged
        },
      },
    },
    baseUrl: address,
    clock,
    time,
    random,
  })
  // A candle shows that the service has reached its minute, even if the delay is shorter than documented.
  const now = () => Math.max(time.now() - delayMs, newest)
  return {
    requests,
    now,
    newest: () => newest,
    /** Start of the first minute whose candle may still change, ms UTC; minutes before that of a trade are over. */
    end: () => Math.max(openTimeOf(now() - settledAfterMs, 1), newest),
    candles: async (instrument: Instrument, path: string, signal?: AbortSignal) => {
      const { asset } = instrument
      const read = (body: unknown) => readCandles(body, instrument, () => warn(roundingText, asset))
      const rows = await requests.get(path, read, signal)
      const page = rows?.filter(({ openTime }) => !time.isAhead(openTime))
      if (page?.length !== rows?.length) warn('Dropping candles of the source that are later than its own time', asset)
      newest = Math.max(newest, page?.at(-1)?.openTime ?? 0)
      return page
    },
  }
}

/** Creates a function that logs each warning about an asset once. */
function createWarnings(log: MoexOptions['log']) {
  const warned = new Set<string>()
  return (message: string, asset: string) => {
    if (!warned.has(`${message} ${asset}`)) log?.warn(message, { asset })
    warned.add(`${message} ${asset}`)
  }
}

type Iss = ReturnType<typeof createIss>

/** Reads a span page by page, see `Feed.history`. */
async function* readHistory(iss: Iss, instrument: Instrument, from: number, to: number, signal?: AbortSignal) {
  for (let next = from; !signal?.aborted; ) {
    const end = Math.min(to, iss.end())
    if (next >= end) return
    const page = (await iss.candles(instrument, candlesPath(instrument.asset, next, end), signal)) ?? []
    const wanted = page.filter(({ openTime }) => openTime >= next && openTime < end)
    if (wanted.length > 0 && !signal?.aborted) yield wanted
    const last = wanted.at(-1)
    if (!last || page.length < pageLength) return
    next = last.openTime + minuteMs
  }
}

/** Asks for the days on which the exchange departs from its week, again every hour. */
function watchSpecialDays({ requests }: Pick<Iss, 'requests'>, { clock, log }: MoexOptions, signal: AbortSignal) {
  const timers = createTimers<'ask'>(clock)
  let special: SpecialDays = new Map()
  const ask = async () => {
    try {
      special = (await requests.get(specialDaysPath, readSpecialDays, signal)) ?? special
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      log?.warn('Could not read the trading days of the exchange; asking again in an hour', { error: error.message })
    }
    if (!signal.aborted) timers.start('ask', hourMs, () => void ask())
  }
  timers.start('ask', 0, () => void ask())
  signal.addEventListener('abort', timers.stopAll)
  return () => special
}

/** Shares of the Moscow Exchange by its public service, whose prices are 15 minutes old */
export function createMoexFeed(options: MoexOptions): Feed {
  const { address = issAddress, clock, log, random = Math.random } = options
  let { instruments } = options
  let onLimited = () => {}
  const iss = createIss({ address, clock, log, random, onLimited: () => onLimited() })
  const { requests, now } = iss
  let specialDays = (): SpecialDays => new Map()
  const closedUntil = () => {
    if (now() - iss.newest() < openAfterTradeMs) return undefined
    const opening = opensAt(now(), specialDays())
    return opening === undefined ? undefined : opening + delayMs
  }
  const listingsSource = () => ({ exchange: { listings: issListings }, requests, instruments })
  return {
    id: 'moex',
    source: address === issAddress ? 'moex' : `moex ${address}`,
    get instruments() {
      return instruments
    },
    staleAfterMs,
    delayMs,
    settledAfterMs,
    now,
    closedUntil,
    ask: () => askListings(listingsSource(), clock),
    adopt: (listings) => {
      instruments = instruments.map((instrument) => withSteps(instrument, listings(instrument.asset)))
    },
    start(listener) {
      const abort = new AbortController()
      const delisted = new Set<string>()
      const listings = watchListings(listingsSource(), clock, (news) => {
        delisted.clear()
        for (const { asset, status } of news) if (status === 'delisted') delisted.add(asset)
        listener.onListings?.(news)
      })
      specialDays = watchSpecialDays(iss, options, abort.signal)
      const poll = createPoll(
        {
          instruments: () => instruments.filter(({ asset }) => !delisted.has(asset)),
          clock,
          random,
          now,
          ask: (instrument, from, signal) => iss.candles(instrument, candlesPath(instrument.asset, from), signal),
          isClosed: ({ openTime }) => openTime < iss.end(),
          closedUntil,
          blockedUntil: requests.blockedUntil,
        },
        listener,
      )
      onLimited = poll.limited
      const running = poll.run(abort.signal)
      return async () => {
        onLimited = () => {}
        abort.abort()
        listings.stop()
        await running
      }
    },
    history: (asset, from, to, signal) => {
      const instrument = instruments.find((candidate) => candidate.asset === asset)
      return instrument ? readHistory(iss, instrument, from, to, signal) : nothing()
    },
  }
}

async function* nothing(): AsyncIterable<Candle[]> {}
