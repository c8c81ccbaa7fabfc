import type { AssetSpan } from '../market/span.ts'
import type { Channel, Channels } from './channels.ts'
import type { TickerLimits } from './limits.ts'
import { correctionFrame, followedBy, joinBundle, joinTopics, sendTicks, type TickPeer } from './subscriber.ts'
import { tradesTopic } from './trade-topics.ts'

export interface SlowReaderOptions {
  limits: Pick<TickerLimits, 'slowAtBytes' | 'slowAtMs'>
  channels: Pick<Channels, 'version'>
  ping(peer: TickPeer): void
  onSent(ticks: number): void
}

export interface SlowReaders {
  count(): number
  check(peer: TickPeer, waitedMs: number): void
  /** Handles a pong, which shows that the client has read every frame sent before the ping. */
  answered(peer: TickPeer, roundTripMs: number): void
  gone(peer: TickPeer): void
}

/**
 * Tracks clients that cannot keep up; these leave the topics. Each then gets only the newest state of its channels and
 * a ping, and nothing more until the pong; a pong in time ends this. So at most one state of each candle is queued for
 * a client.
 */
export function createSlowReaders({ limits, channels, ping, onSent }: SlowReaderOptions): SlowReaders {
  let count = 0

  const setSlow = (peer: TickPeer) => {
    const own = peer.data.session.own
    own.isSlow = true
    // Which states the client has received is unknown, so all of them are sent again.
    own.seenVersion = 0
    count++
    if (own.bundle) {
      own.bundle.slow++
      peer.unsubscribe(own.bundle.topic)
    }
    for (const channel of followedBy(own)) {
      peer.unsubscribe(channel.topic)
      peer.unsubscribe(channel.corrections)
      if (channel.slow++ === 0) channel.missed = undefined
    }
    for (const asset of own.trades ?? []) peer.unsubscribe(tradesTopic(asset))
    ping(peer)
  }
  const setFast = (peer: TickPeer) => {
    const own = peer.data.session.own
    own.isSlow = false
    count--
    for (const channel of followedBy(own)) channel.slow--
    for (const channel of own.channels ?? []) joinTopics(peer, channel)
    for (const asset of own.trades ?? []) peer.subscribe(tradesTopic(asset))
    if (!own.bundle) return
    own.bundle.slow--
    joinBundle(peer, own.bundle)
  }
  const sendNewest = (peer: TickPeer) => {
    const own = peer.data.session.own
    const followed = followedBy(own)
    const changed = followed.filter(({ version }) => version > own.seenVersion)
    for (const correction of missedSince(followed, own.seenVersion)) peer.send(correctionFrame(correction))
    own.seenVersion = channels.version()
    sendTicks(peer, changed)
    onSent(changed.length)
  }
  return {
    count: () => count,
    check: (peer, waitedMs) => {
      if (peer.data.session.own.isSlow) return
      if (waitedMs > limits.slowAtMs || peer.getBufferedAmount() >= limits.slowAtBytes) setSlow(peer)
    },
    answered: (peer, roundTripMs) => {
      if (!peer.data.session.own.isSlow) return
      const isInTime = roundTripMs <= limits.slowAtMs && peer.getBufferedAmount() < limits.slowAtBytes
      if (isInTime) setFast(peer)
      sendNewest(peer)
      if (!isInTime) ping(peer)
    },
    gone: (peer) => {
      if (peer.data.session.own.isSlow) count--
      peer.data.session.own.isSlow = false
    },
  }
}

/** Merges corrections that a slow client has missed into one span per asset. */
function missedSince(channels: readonly Channel[], version: number): AssetSpan[] {
  const spans = new Map<string, AssetSpan>()
  for (const { instrument, missed } of channels) {
    if (!missed || missed.version <= version) continue
    const { asset } = instrument
    const { from, to } = spans.get(asset) ?? missed
    spans.set(asset, { asset, from: Math.min(from, missed.from), to: Math.max(to, missed.to) })
  }
  return [...spans.values()]
}
