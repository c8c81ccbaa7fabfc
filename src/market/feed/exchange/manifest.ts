import { defaultInstruments } from '../../instrument.ts'
import type { FeedManifest } from '../manifest.ts'
import type { Exchange } from './exchange.ts'
import { createExchangeFeed } from './exchange-feed.ts'

/** @param venue  name of the exchange on screens */
export function manifestOf(exchange: Exchange, venue: string): FeedManifest {
  return {
    venue,
    instruments: () => defaultInstruments,
    probe: {
      address: exchange.addresses.rest,
      requests: exchange.requests,
      path: exchange.time.path,
      read: (body) => {
        const time = exchange.time.read(body)
        return time === undefined ? undefined : { time }
      },
    },
    create: ({ clock, log, addresses }) =>
      createExchangeFeed(exchange, { instruments: defaultInstruments, addresses, clock, log }),
  }
}
