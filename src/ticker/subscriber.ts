import type { Channel } from './channels.ts'
import type { EngineState } from './protocol/engine-socket.ts'
import type { Peer, SocketState } from './protocol/sockets.ts'

export interface Subscriber {
  /** What its address counts as: `networkOf` */
  network: string
  /** Made with the first subscription: ten thousand may have none */
  channels: Set<Channel> | undefined
  /** State of `takeToken` for what it may still ask */
  askingFullAt: number
  isSlow: boolean
  seenVersion: number
}

export type TickPeer = Peer<Subscriber>

export type TickerSocketData = EngineState<SocketState<Subscriber>>

export function newSubscriber(network: string): Subscriber {
  return { network, channels: undefined, askingFullAt: 0, isSlow: false, seenVersion: 0 }
}

/** What is told of a channel, and of its asset */
export function joinTopics(peer: TickPeer, { topic, corrections }: Channel): void {
  peer.subscribe(topic)
  peer.subscribe(corrections)
}

/** Corrections of an asset go on while another channel of it is followed. */
export function leaveTopics(peer: TickPeer, channel: Channel): void {
  peer.unsubscribe(channel.topic)
  const others = [...(peer.data.session.own.channels ?? [])].filter((other) => other !== channel)
  if (!others.some(({ corrections }) => corrections === channel.corrections)) peer.unsubscribe(channel.corrections)
}
