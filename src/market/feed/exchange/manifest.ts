import { defaultInstruments } from '../../instrument.ts'
import type { FeedManifest } from '../manifest.ts'
import type { Exchange } from './exchange.ts'
import { createExchangeFeed } from './exchange-feed.ts'

export function manifestOf(exchange: Exchange): FeedManifest {
  return {
    exchange,
    create: ({ clock, log, addresses }) =>
      createExchangeFeed(exchange, { instruments: defaultInstruments, addresses, clock, log }),
  }
}
