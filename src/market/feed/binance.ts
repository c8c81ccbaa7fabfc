import type { Logger } from '../../log/logger.ts'
import type { Instrument } from '../instrument.ts'
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

/** Binance's public spot market: minutes from its streams, history by REST. */
export function createBinanceFeed(options: BinanceOptions): Feed {
  const { instruments, addresses = binanceAddresses, clock, log, random = Math.random } = options
  const time = createExchangeTime(clock)
  const rest = createBinanceRest({ instruments, baseUrl: addresses.rest, clock, time, random })
  return {
    id: 'binance',
    source: addresses === binanceAddresses ? 'binance' : `binance ${addresses.rest}`,
    instruments,
    now: time.now,
    start(listener) {
      const stop = openStreams(
        {
          baseUrl: addresses.stream,
          instruments,
          clock,
          time,
          random,
          blockedUntil: rest.blockedUntil,
          warn: (message, fields) => log?.warn(message, fields),
        },
        listener,
      )
      return async () => stop()
    },
    history: rest.history,
  }
}
