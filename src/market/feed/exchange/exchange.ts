import type { FeedName } from '../../../config/feeds.ts'
import type { Candle, MinuteUpdate } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import type { ListingNews } from '../../listing/listing.ts'
import type { Trade } from '../../trade.ts'
import type { Digits } from '../../units.ts'
import type { Refusal } from '../feed.ts'

export interface ExchangeAddresses {
  stream: string
  rest: string
}

export type Malformation =
  | 'not text'
  | 'not JSON'
  | 'another shape'
  | 'impossible candle'
  | 'impossible trade'
  | 'time in the future'

/** `time` is missing if the exchange sends none with its candles; the feed then estimates it. */
export type MessageUpdate = Omit<MinuteUpdate, 'time'> & { time?: number }

export type StreamMessage =
  /** A minute. `isExact` is false if a value had more decimals than the instrument and was rounded. */
  | { kind: 'update'; update: MessageUpdate; isExact: boolean }
  /** Trades of one asset, ascending */
  | { kind: 'trades'; trades: readonly Trade[]; isExact: boolean }
  /** The exchange will close the connection soon. */
  | { kind: 'shutdown' }
  | { kind: 'other' }
  | { kind: 'malformed'; malformation: Malformation }

/** Meaning of a response. `body` is undefined if it is not JSON. */
export type Judgment =
  | { kind: 'answer'; body: unknown }
  /** Too many requests, or a ban: none is sent before `pauseMs` have passed. */
  | { kind: 'limited'; pauseMs: number }
  | { kind: 'failed'; reason: string; refusal?: Refusal | undefined }

interface ExchangeResponse {
  status: number
  headers: Headers
  /** Parsed JSON; undefined if the response is not JSON or too long */
  body: unknown
}

interface CandleRequest {
  path: string
  /** End of the requested span, ms UTC. Undefined if the response has the first candles from the start on. */
  to?: number
}

/** How one exchange is spoken to. Everything that exchanges have in common is in this folder. */
export interface Exchange {
  id: FeedName
  addresses: ExchangeAddresses
  stream: {
    path(assets: readonly string[]): string
    /** Messages sent when the connection is open, such as subscriptions */
    greetings(instruments: readonly Instrument[]): string[]
    /** Whether candles carry the exchange's time */
    hasTimes: boolean
    /** Text that keeps a connection open, and its interval, ms; undefined if the exchange sends pings itself */
    keepAlive?: { text: string; everyMs: number }
    read(message: unknown, instrumentOf: (symbol: string) => Instrument | undefined): StreamMessage
  }
  /** Name of an instrument at the exchange */
  symbolOf(instrument: Instrument): string
  requests: {
    /** Minimum interval between two requests, ms */
    intervalMs: number
    judge(response: ExchangeResponse): Judgment
    /** Pause after a successful response that says that the limit is almost reached, ms */
    pauseAfter?(headers: Headers, now: number): number
  }
  time: { path: string; read(body: unknown): number | undefined }
  candles: {
    /** Maximum candles of one response */
    pageLength: number
    request(symbol: string, from: number, to: number, now: number): CandleRequest
    /** @returns candles in ascending order; undefined if the response is unreadable */
    read(body: unknown, digits: Digits, onRounded?: () => void): Candle[] | undefined
  }
  listings: {
    /** Maximum instruments of one request */
    maxAtOnce: number
    path(instruments: readonly Instrument[]): string
    /** @returns listings of the requested instruments that the exchange knows; undefined if unreadable */
    read(body: unknown, instruments: readonly Instrument[]): ListingNews[] | undefined
  }
}
