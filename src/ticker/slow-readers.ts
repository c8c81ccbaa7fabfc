import type { Channels } from './channels.ts'
import type { TickerLimits } from './limits.ts'
import type { TickPeer } from './subscriber.ts'
import { correctionFrame, sendTicks } from './tick-frames.ts'

export interface SlowReaderOptions {
  limits: Pick<TickerLimits, 'slowAtBytes' | 'slowAtMs'>
  channels: Pick<Channels, 'version'>
  ping(peer: TickPeer): void
  onSent(ticks: number): void
}

export interface SlowReaders {
  count(): number
  check(peer: TickPeer, waitedMs: number): void
  /** A pong: the client has read everything that was sent before the ping. */
  answered(peer: TickPeer, roundTripMs: number): void
  gone(peer: TickPeer): void
}

/**
 * Clients that cannot keep up leave the topics. Each then gets the newest state of its channels and a ping, and nothing
 * more until the pong; a pong in time takes it back. So at most one state of each candle waits for it.
 */
export function createSlowReaders({ limits, channels, ping, onSent }: SlowReaderOptions): SlowReaders {
  let count = 0

  const leaveTopics = (peer: TickPeer) => {
    const own = peer.data.session.own
    own.isSlow = true
    // What it has seen is unknown: the first time it gets everything.
    own.seenVersion = 0
    count++
    for (const channel of own.channels ?? []) {
      peer.unsubscribe(channel.topic)
      if (channel.slow++ === 0) channel.missed = undefined
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
    const followed = [...(own.channels ?? [])]
    const changed = followed.filter(({ version }) => version > own.seenVersion)
    for (const { instrument, missed } of followed) {
      if (missed && missed.version > own.seenVersion) peer.send(correctionFrame({ asset: instrument.asset, ...missed }))
    }
    own.seenVersion = channels.version()
    sendTicks(peer, changed)
    onSent(changed.length)
  }
  return {
    count: () => count,
    check: (peer, waitedMs) => {
      if (peer.data.session.own.isSlow) return
      if (waitedMs > limits.slowAtMs || peer.getBufferedAmount() >= limits.slowAtBytes) leaveTopics(peer)
    },
    answered: (peer, roundTripMs) => {
      if (!peer.data.session.own.isSlow) return
      const isInTime = roundTripMs <= limits.slowAtMs && peer.getBufferedAmount() < limits.slowAtBytes
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
