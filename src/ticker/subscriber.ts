import type { MarketState } from '../market/asset-state.ts'
import type { AssetSpan } from '../market/span.ts'
import { bytesOf, type Channel } from './channels.ts'
import { encodePacket } from './protocol/packets.ts'
import type { Peer, SocketState } from './protocol/sockets.ts'
import { type EngineState, messagePrefix } from './protocol/wire.ts'

export interface Subscriber {
  /** Network of the client's address: see `networkOf` */
  network: string
  /** Channels of the client, created with its first subscription: ten thousand idle clients may have none */
  channels: Set<Channel> | undefined
  /** State of the rate limit of subscribe and unsubscribe requests, see `takeToken` */
  askingFullAt: number
  isSlow: boolean
  seenVersion: number
}

export type TickPeer = Peer<Subscriber>

export type TickerSocketData = EngineState<SocketState<Subscriber>>

export function newSubscriber(network: string): Subscriber {
  return { network, channels: undefined, askingFullAt: 0, isSlow: false, seenVersion: 0 }
}

/** Subscribes a client to the ticks of a channel and to the corrections of its asset. */
export function joinTopics(peer: TickPeer, { topic, corrections }: Channel): void {
  peer.subscribe(topic)
  peer.subscribe(corrections)
}

/** Leaves the ticks of a channel, and the asset's corrections unless another channel of the client needs them. */
export function leaveTopics(peer: TickPeer, channel: Channel): void {
  peer.unsubscribe(channel.topic)
  const others = [...(peer.data.session.own.channels ?? [])].filter((other) => other !== channel)
  if (!others.some(({ corrections }) => corrections === channel.corrections)) peer.unsubscribe(channel.corrections)
}

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
