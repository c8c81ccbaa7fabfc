import { encodeTick } from '../live/wire.ts'
import { decimalsOf, type Tick } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import type { Span } from '../market/span.ts'
import type { Timeframe } from '../market/timeframe.ts'

export interface Channel {
  instrument: Instrument
  tf: Timeframe
  /** Name of the Bun topic that subscribers receive ticks from unless they are slow */
  topic: string
  /** Topic of corrections, shared by all timeframes of an asset: a client that follows several receives each once */
  corrections: string
  /** Number of all subscribers, with those of `bundles` */
  subscribers: number
  slow: number
  bundles: Set<Bundle>
  tick: Tick | undefined
  /** Encoded `tick` for the wire, created on first use */
  bytes: Uint8Array | undefined
  /** JSON of `tick` for bundles, created on first use */
  text: string | undefined
  /** Version of the state; increases with every change, across all channels */
  version: number
  /** Span of candles that were corrected while at least one subscriber was slow */
  missed: (Span & { version: number }) | undefined
}

/**
 * Set of channels whose changes go out together: one text frame `ticks` per window instead of two frames per tick.
 * Clients that follow the same pairs share one.
 */
export interface Bundle {
  key: string
  /** Name of the Bun topic that subscribers receive the frames from unless they are slow */
  topic: string
  channels: ReadonlySet<Channel>
  subscribers: number
  slow: number
  pending: Set<Channel>
}

export interface Channels {
  find(asset: string, tf: Timeframe): Channel | undefined
  findOrAdd(instrument: Instrument, tf: Timeframe): Channel
  /** Sets the instrument. A changed one drops the state of the channel, which has other digits or another source. */
  switchInstrument(channel: Channel, instrument: Instrument): void
  version(): number
  update(channel: Channel, tick: Tick): boolean
  /** Records a correction for slow subscribers, who get it later. */
  miss(channel: Channel, corrected: Span): void
  /** Drops the state of a channel, which would go stale without subscribers. */
  forget(channel: Channel): void
}

/** Creates the channels. Their number is bounded by the market's assets and timeframes, whatever clients request. */
export function createChannels(): Channels {
  const channels = new Map<string, Channel>()
  let version = 0
  const forget = (channel: Channel) => {
    channel.missed = undefined
    channel.tick = undefined
    channel.bytes = undefined
    channel.text = undefined
  }
  const switchInstrument = (channel: Channel, instrument: Instrument) => {
    if (channel.instrument === instrument) return
    channel.instrument = instrument
    channel.tick = undefined
    channel.bytes = undefined
    channel.text = undefined
  }
  return {
    find: (asset, tf) => channels.get(topicOf(asset, tf)),
    findOrAdd: (instrument, tf) => {
      const topic = topicOf(instrument.asset, tf)
      const known = channels.get(topic)
      if (known) {
        switchInstrument(known, instrument)
        return known
      }
      const channel = {
        instrument,
        tf,
        topic,
        corrections: correctionsOf(instrument.asset),
        subscribers: 0,
        slow: 0,
        bundles: new Set<Bundle>(),
        tick: undefined,
        bytes: undefined,
        text: undefined,
        version: 0,
        missed: undefined,
      }
      channels.set(topic, channel)
      return channel
    },
    switchInstrument,
    version: () => version,
    update: (channel, tick) => {
      if (channel.tick && tick.openTime < channel.tick.openTime) return false
      channel.tick = tick
      channel.bytes = undefined
      channel.text = undefined
      channel.version = ++version
      return true
    },
    miss: (channel, { from, to }) => {
      const { missed } = channel
      channel.missed = {
        from: Math.min(from, missed?.from ?? from),
        to: Math.max(to, missed?.to ?? to),
        version: ++version,
      }
    },
    forget,
  }
}

export function bytesOf(channel: Channel): Uint8Array | undefined {
  if (channel.tick) channel.bytes ??= encodedFor(channel, channel.tick)
  return channel.bytes
}

export function encodedFor({ instrument }: Channel, tick: Tick): Uint8Array {
  return encodeTick({ ...tick, ...decimalsOf(tick, instrument) })
}

export function correctionsOf(asset: string): string {
  return `corrected ${asset}`
}

function topicOf(asset: string, tf: Timeframe): string {
  return `tick ${asset} ${tf}`
}
