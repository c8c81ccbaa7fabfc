import type { Channel } from './channels.ts'
import type { Peer } from './protocol/sockets.ts'

/** What the ticker keeps of a client. */
export interface Subscriber {
  /** What its address counts as */
  network: string
  /** Made with the first subscription: ten thousand may have none */
  channels: Set<Channel> | undefined
  /** Of `takeToken`: what it may still ask for */
  askingFullAt: number
  /** Reads too slowly to be told by topic */
  isSlow: boolean
  /** Newest state it was sent while it was slow */
  seenVersion: number
}

export type TickPeer = Peer<Subscriber>

export function newSubscriber(network: string): Subscriber {
  return { network, channels: undefined, askingFullAt: 0, isSlow: false, seenVersion: 0 }
}
