import type { Events } from '../events/events.ts'
import type { Market } from '../market/market.ts'
import { marketTrades, type Trade } from '../market/trade.ts'
import { toDecimal } from '../market/units.ts'
import { encodePacket } from './protocol/packets.ts'
import { messagePrefix } from './protocol/wire.ts'
import type { TickPeer } from './subscriber.ts'

/** A trade in the event `trades`: time in ms UTC, price, quantity, and 1 if a buy order caused it, else 0 */
type TradeRow = [time: number, price: number, quantity: number, isBuy: number]

export interface TradeTopicsOptions {
  market: Pick<Market, 'instrument'>
  events: Pick<Events, 'on'>
  publish(topic: string, frame: string): void
}

/** Sends trades to the clients that ask for those of an asset. A slow client gets none, and none later. */
export interface TradeTopics {
  /** Replaces the assets whose trades a client follows. */
  follow(peer: TickPeer, assets: ReadonlySet<string>): void
  close(): void
}

export function createTradeTopics({ market, events, publish }: TradeTopicsOptions): TradeTopics {
  const readers = new Map<string, number>()
  const count = (asset: string, change: 1 | -1) => {
    const counted = (readers.get(asset) ?? 0) + change
    if (counted > 0) readers.set(asset, counted)
    else readers.delete(asset)
  }
  const stop = events.on(marketTrades, ({ trades }) => {
    if (readers.size === 0) return
    for (const [asset, list] of Map.groupBy(trades, (trade) => trade.asset)) {
      const instrument = readers.has(asset) ? market.instrument(asset) : undefined
      if (instrument) publish(tradesTopic(asset), tradesFrame(asset, list, instrument))
    }
  })
  return {
    follow: (peer, assets) => {
      const own = peer.data.session.own
      for (const asset of own.trades ?? []) {
        if (assets.has(asset)) continue
        count(asset, -1)
        if (!own.isSlow && !peer.data.isClosed) peer.unsubscribe(tradesTopic(asset))
      }
      for (const asset of assets) {
        if (own.trades?.has(asset)) continue
        count(asset, 1)
        if (!own.isSlow) peer.subscribe(tradesTopic(asset))
      }
      own.trades = assets.size > 0 ? assets : undefined
    },
    close: stop,
  }
}

export function tradesTopic(asset: string): string {
  return `trades ${asset}`
}

function tradesFrame(
  asset: string,
  trades: readonly Trade[],
  { priceDigits, volumeDigits }: { priceDigits: number; volumeDigits: number },
): string {
  const rows = trades.map(({ time, price, quantity, side }): TradeRow => {
    return [time, toDecimal(price, priceDigits), toDecimal(quantity, volumeDigits), side === 'buy' ? 1 : 0]
  })
  const [text] = encodePacket({ type: 'event', namespace: '/', args: ['trades', asset, rows] })
  return messagePrefix + text
}
