import { defaultInstruments } from '../../instrument.ts'
import type { FeedManifest, VenueFees } from '../manifest.ts'
import type { Exchange } from './exchange.ts'
import { createExchangeFeed } from './exchange-feed.ts'

export function manifestOf(exchange: Exchange, fees: VenueFees): FeedManifest {
  return {
    venue: fees.venue,
    fees,
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
