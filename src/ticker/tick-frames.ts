import type { MarketState } from '../market/asset-state.ts'
import type { AssetSpan } from '../market/span.ts'
import { bytesOf, type Channel } from './channels.ts'
import { messagePrefix } from './protocol/engine-socket.ts'
import { encodePacket } from './protocol/packets.ts'
import type { TickPeer } from './subscriber.ts'

/** Text frame sent before the binary frame of a tick; the same for all ticks. */
export const tickHead =
  messagePrefix + encodePacket({ type: 'event', namespace: '/', args: ['tick', new Uint8Array()] })[0]

/** Encodes the event `feed`, which contains the market state. */
export function feedFrame(state: MarketState): string {
  const [text] = encodePacket({ type: 'event', namespace: '/', args: ['feed', state] })
  return messagePrefix + text
}

/** Encodes the event `corrected`, after which a client must reload these candles. */
export function correctionFrame({ asset, from, to }: AssetSpan): string {
  const [text] = encodePacket({ type: 'event', namespace: '/', args: ['corrected', { asset, from, to }] })
  return messagePrefix + text
}

export function sendTicks(peer: TickPeer, channels: readonly Channel[]): void {
  peer.cork(() => {
    for (const channel of channels) {
      const bytes = bytesOf(channel)
      if (!bytes) continue
      peer.send(tickHead)
      peer.send(bytes)
    }
  })
}
