import type { MarketState } from '../market/asset-state.ts'
import type { AssetSpan } from '../market/span.ts'
import { ticksFrame } from './bundles.ts'
import { type Bundle, bytesOf, type Channel } from './channels.ts'
import { encodePacket } from './protocol/packets.ts'
import type { Peer, SocketState } from './protocol/sockets.ts'
import { type EngineState, messagePrefix } from './protocol/wire.ts'

export interface Subscriber {
  /** Network of the client's address: see `networkOf` */
  network: string
  /** Channels of the client, created with its first subscription: ten thousand idle clients may have none */
  channels: Set<Channel> | undefined
  /** Channels that the client follows as one bundle; none of them is in `channels` */
  bundle: Bundle | undefined
  /** Assets whose trades the client follows */
  trades: ReadonlySet<string> | undefined
  /** State of the rate limit of subscribe and unsubscribe requests, see `takeToken` */
  askingFullAt: number
  isSlow: boolean
  seenVersion: number
}

export type TickPeer = Peer<Subscriber>

export type TickerSocketData = EngineState<SocketState<Subscriber>>

export function newSubscriber(network: string): Subscriber {
  return {
    network,
    channels: undefined,
    bundle: undefined,
    trades: undefined,
    askingFullAt: 0,
    isSlow: false,
    seenVersion: 0,
  }
}

/** Returns all channels that a client follows. */
export function followedBy({ channels, bundle }: Subscriber): Channel[] {
  return [...(channels ?? []), ...(bundle?.channels ?? [])]
}

/** Subscribes a client to the ticks of a channel and to the corrections of its asset. */
export function joinTopics(peer: TickPeer, { topic, corrections }: Channel): void {
  peer.subscribe(topic)
  peer.subscribe(corrections)
}

/** Leaves the ticks of a channel, and the asset's corrections unless another channel of the client needs them. */
export function leaveTopics(peer: TickPeer, channel: Channel): void {
  peer.unsubscribe(channel.topic)
  const others = followedBy(peer.data.session.own).filter((other) => other !== channel)
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

/** Subscribes a client to the frames of its bundle and to the corrections of its assets. */
export function joinBundle(peer: TickPeer, bundle: Bundle): void {
  peer.subscribe(bundle.topic)
  for (const { corrections } of bundle.channels) peer.subscribe(corrections)
}

/** Leaves a bundle that is not the client's any more, and the corrections that its other channels do not need. */
export function leaveBundle(peer: TickPeer, { topic, channels }: Bundle): void {
  peer.unsubscribe(topic)
  const needed = new Set(followedBy(peer.data.session.own).map(({ corrections }) => corrections))
  for (const { corrections } of channels) if (!needed.has(corrections)) peer.unsubscribe(corrections)
}

/** Sends the newest ticks: those of the client's bundle in one frame. */
export function sendTicks(peer: TickPeer, channels: readonly Channel[]): void {
  const { bundle } = peer.data.session.own
  const together = channels.filter((channel) => channel.tick && bundle?.channels.has(channel))
  peer.cork(() => {
    if (together.length > 0) peer.send(ticksFrame(together))
    for (const channel of channels) {
      if (bundle?.channels.has(channel)) continue
      const bytes = bytesOf(channel)
      if (!bytes) continue
      peer.send(tickHead)
      peer.send(bytes)
    }
  })
}
