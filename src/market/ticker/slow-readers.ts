import { bytesOf, type Channel, type Channels } from './channels.ts'
import { tickHead } from './codec.ts'
import type { TickPeer } from './subscriber.ts'

export interface SlowReaderOptions {
  /** Bytes queued for a client that make it slow */
  queuedBytes: number
  /** A pong that takes longer, ms, makes it slow: what waits in the network's buffers cannot be seen in another way */
  lateMs: number
  channels: Pick<Channels, 'version'>
  ping(peer: TickPeer): void
  onSent(ticks: number): void
}

export interface SlowReaders {
  count(): number
  /** Looks whether a client has become slow. */
  check(peer: TickPeer, waitedMs: number): void
  /** A client has answered: it has read everything that was sent before the question. */
  answered(peer: TickPeer, roundTripMs: number): void
  gone(peer: TickPeer): void
}

/**
 * Clients that cannot keep up leave the topics. From then on each gets the newest state of what it follows in one piece
 * with a ping behind it, and nothing more until its pong says that all has been read; a pong in time takes it back. So
 * no more than one state of each candle ever waits for it, however slow it is.
 */
export function createSlowReaders({ queuedBytes, lateMs, channels, ping, onSent }: SlowReaderOptions): SlowReaders {
  let count = 0

  const leaveTopics = (peer: TickPeer) => {
    const own = peer.data.session.own
    own.isSlow = true
    // What it has seen is not known: the first time it gets everything.
    own.seenVersion = 0
    count++
    for (const channel of own.channels ?? []) {
      peer.unsubscribe(channel.topic)
      channel.slow++
    }
    ping(peer)
  }
  const joinTopics = (peer: TickPeer) => {
    const own = peer.data.session.own
    own.isSlow = false
    count--
    for (const channel of own.channels ?? []) {
      channel.slow--
      peer.subscribe(channel.topic)
    }
  }
  const sendNewest = (peer: TickPeer) => {
    const own = peer.data.session.own
    const changed = [...(own.channels ?? [])].filter(({ version }) => version > own.seenVersion)
    own.seenVersion = channels.version()
    sendTicks(peer, changed)
    onSent(changed.length)
  }
  return {
    count: () => count,
    check: (peer, waitedMs) => {
      if (peer.data.session.own.isSlow) return
      if (waitedMs > lateMs || peer.getBufferedAmount() >= queuedBytes) leaveTopics(peer)
    },
    answered: (peer, roundTripMs) => {
      if (!peer.data.session.own.isSlow) return
      const isInTime = roundTripMs <= lateMs && peer.getBufferedAmount() < queuedBytes
      if (isInTime) joinTopics(peer)
      sendNewest(peer)
      if (!isInTime) ping(peer)
    },
    gone: (peer) => {
      if (peer.data.session.own.isSlow) count--
      peer.data.session.own.isSlow = false
    },
  }
}

/** Sends the newest states of channels to one client, both frames of each, in one piece. */
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
