import type { Events } from '../events/events.ts'
import type { Tick } from '../market/candle.ts'
import type { Market } from '../market/market.ts'
import { closeTimeOf, timeframes } from '../market/timeframe.ts'
import { candlesCorrected, feedState } from '../market/topics.ts'
import type { Bundles } from './bundles.ts'
import { bytesOf, type Channel, type Channels, correctionsOf, encodedFor } from './channels.ts'
import type { WireServer } from './protocol/wire.ts'
import { correctionFrame, feedFrame, type TickerSocketData, tickHead } from './subscriber.ts'

export interface PublisherOptions {
  market: Pick<Market, 'instrument' | 'onTick' | 'onClose' | 'state'>
  events: Pick<Events, 'on'>
  channels: Channels
  bundles: Bundles
  ticksPerSecond: number
  counts: { ticksOut: number }
  /** Sends a frame to every client that has joined: one topic for all would cost memory for each idle socket. */
  sendToAll(frame: string): void
}

type Publish = (topic: string, data: string | Uint8Array) => void

export interface Publisher {
  use(server: WireServer<TickerSocketData>): void
  publish: Publish
  /** Returns the frame with the feed state, for a client that has just joined */
  feed(): string
  close(): void
}

/** Publishes the market to clients. Encodes each message once; sends nothing before `use` sets the server. */
export function publishMarket(options: PublisherOptions): Publisher {
  const { market, events, channels, bundles, ticksPerSecond, counts, sendToAll } = options
  let server: WireServer<TickerSocketData> | undefined
  /** Feed frame published last; `market.state()` may already be newer than its event. */
  let feed: string | undefined

  const publish: Publish = (topic, data) => server?.publish(topic, data)
  const send = (channel: Channel, bytes: Uint8Array | undefined) => {
    if (bytes) counts.ticksOut += sendTick(publish, channel, bytes)
  }
  const conflation = createConflation<Channel>(1000 / ticksPerSecond, (due) => {
    for (const channel of due) if (directReaders(channel) > 0) send(channel, bytesOf(channel))
  })
  const followed = (candle: Pick<Tick, 'asset' | 'tf'>) => followedChannel({ market, channels }, candle)
  /** Sets the newest tick of a channel. @returns whether the tick belongs to the current candle or a later one */
  const advance = (channel: Channel, tick: Tick): boolean => {
    const before = channel.tick?.openTime ?? tick.openTime
    // Before a new candle starts, the end of the previous one is sent: both are never conflated, settled or not.
    if (before < tick.openTime) {
      conflation.flush(channel)
      bundles.flush(channel)
    }
    if (!channels.update(channel, tick)) return false
    if (before < tick.openTime && channel.slow > 0) channels.miss(channel, { from: before, to: tick.openTime })
    return true
  }
  const stops = [
    market.onClose((close) => {
      const channel = followed(close)
      if (!channel) return
      if (advance(channel, close)) {
        bundles.sendSoon(channel)
        return conflation.sendNow(channel)
      }
      const { openTime, tf } = close
      if (channel.slow > 0) channels.miss(channel, { from: openTime, to: closeTimeOf(openTime, tf) })
      send(channel, encodedFor(channel, close))
      bundles.sendLate(channel, close)
    }),
    market.onTick((tick) => {
      const channel = followed(tick)
      // Settled candles are published once; later changes go out as corrections.
      if (!channel || !advance(channel, tick) || tick.isClosed) return
      conflation.change(channel)
      bundles.change(channel)
    }),
    events.on(feedState, () => {
      feed = feedFrame(market.state())
      sendToAll(feed)
    }),
    events.on(candlesCorrected, (correction) => {
      for (const tf of timeframes) {
        const channel = followed({ asset: correction.asset, tf })
        if (channel && channel.slow > 0) channels.miss(channel, correction)
      }
      publish(correctionsOf(correction.asset), correctionFrame(correction))
    }),
  ]

  return {
    use: (next) => {
      server = next
    },
    publish,
    feed: () => feed ?? feedFrame(market.state()),
    close: () => {
      for (const stop of stops) stop()
      conflation.close()
      bundles.close()
    },
  }
}

/** Sends a tick to the subscribers of single ticks. @returns their number */
function sendTick(publish: Publish, channel: Channel, bytes: Uint8Array): number {
  const readers = directReaders(channel)
  if (readers === 0) return 0
  // Both frames of a tick are published synchronously: no other frame may come between the halves of an event.
  publish(channel.topic, tickHead)
  publish(channel.topic, bytes)
  return readers
}

/** Returns the number of subscribers that get single ticks of a channel. */
function directReaders({ subscribers, slow, bundles }: Channel): number {
  let readers = subscribers - slow
  for (const bundle of bundles) readers -= bundle.subscribers - bundle.slow
  return readers
}

/** Returns the channel of a candle that has subscribers, switched to the present digits of its instrument. */
function followedChannel(
  { market, channels }: Pick<PublisherOptions, 'market' | 'channels'>,
  { asset, tf }: Pick<Tick, 'asset' | 'tf'>,
): Channel | undefined {
  const channel = channels.find(asset, tf)
  if (!channel || channel.subscribers === 0) return undefined
  const instrument = market.instrument(asset)
  if (instrument) channels.switchInstrument(channel, instrument)
  return channel
}

export interface Conflation<K> {
  /** Sends a key immediately, or at the end of the current window if the window has already sent the key. */
  change(key: K): void
  sendNow(key: K): void
  /** Sends a waiting change of a key immediately. */
  flush(key: K): void
  close(): void
}

/** Conflates changes per key. All keys share the same windows, so waiting changes are sent together. */
export function createConflation<K>(windowMs: number, send: (keys: Iterable<K>) => void): Conflation<K> {
  let sent = new Set<K>()
  let waiting = new Set<K>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const endWindow = () => {
    timer = undefined
    sent = new Set()
    if (waiting.size === 0) return
    const due = waiting
    waiting = new Set()
    sent = due
    openWindow()
    send(due)
  }
  const openWindow = () => {
    timer ??= setTimeout(endWindow, windowMs)
  }
  const sendNow = (key: K) => {
    waiting.delete(key)
    sent.add(key)
    openWindow()
    send([key])
  }
  return {
    change: (key) => {
      if (sent.has(key)) waiting.add(key)
      else sendNow(key)
    },
    sendNow,
    flush: (key) => {
      if (waiting.has(key)) sendNow(key)
    },
    close: () => clearTimeout(timer),
  }
}
