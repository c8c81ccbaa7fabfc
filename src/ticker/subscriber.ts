import type { Channel } from './channels.ts'
import type { EngineState } from './protocol/engine-socket.ts'
import type { Peer, SocketState } from './protocol/sockets.ts'

export interface Subscriber {
  /** Network of its address: see `networkOf` */
  network: string
  /** Created with the first subscription: ten thousand idle clients may have none */
  channels: Set<Channel> | undefined
  /** State of `takeToken` for subscribe and unsubscribe requests */
  askingFullAt: number
  isSlow: boolean
  seenVersion: number
}

export type TickPeer = Peer<Subscriber>

export type TickerSocketData = EngineState<SocketState<Subscriber>>

export function newSubscriber(network: string): Subscriber {
  return { network, channels: undefined, askingFullAt: 0, isSlow: false, seenVersion: 0 }
}

/** Subscribes to the ticks of a channel and to the corrections of its asset. */
export function joinTopics(peer: TickPeer, { topic, corrections }: Channel): void {
  peer.subscribe(topic)
  peer.subscribe(corrections)
}

/** Keeps the corrections of an asset while another of its channels is followed. */
export function leaveTopics(peer: TickPeer, channel: Channel): void {
  peer.unsubscribe(channel.topic)
  const others = [...(peer.data.session.own.channels ?? [])].filter((other) => other !== channel)
  if (!others.some(({ corrections }) => corrections === channel.corrections)) peer.unsubscribe(channel.corrections)
}
