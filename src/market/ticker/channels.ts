import type { Tick } from '../candle.ts'
import type { Timeframe } from '../timeframe.ts'
import { encodeTick } from './codec.ts'

/** What can be subscribed to: the current candle of one asset and timeframe, as its subscribers see it. */
export interface Channel {
  asset: string
  tf: Timeframe
  /** Bun's topic of those that read as fast as it is told */
  topic: string
  subscribers: number
  /** Those of them that read too slowly to be told by topic */
  slow: number
  /** Newest state, kept while there are subscribers */
  tick: Tick | undefined
  /** `tick` encoded, when it has been needed */
  bytes: Uint8Array | undefined
  /** Of the order in which states have come, over all channels */
  version: number
}

export interface Channels {
  /** @returns undefined when nobody has ever subscribed to it */
  find(asset: string, tf: Timeframe): Channel | undefined
  findOrAdd(asset: string, tf: Timeframe): Channel
  /** Version of the newest state of all. */
  version(): number
  /** @returns false when the channel has a newer candle already */
  update(channel: Channel, tick: Tick): boolean
  /** Nobody follows it any more, so its state would grow old. */
  forget(channel: Channel): void
}

/** There are as many as the market has assets and timeframes, whatever clients ask for. */
export function createChannels(): Channels {
  const channels = new Map<string, Channel>()
  let version = 0
  return {
    find: (asset, tf) => channels.get(topicOf(asset, tf)),
    findOrAdd: (asset, tf) => {
      const topic = topicOf(asset, tf)
      const known = channels.get(topic)
      if (known) return known
      const channel = { asset, tf, topic, subscribers: 0, slow: 0, tick: undefined, bytes: undefined, version: 0 }
      channels.set(topic, channel)
      return channel
    },
    version: () => version,
    update: (channel, tick) => {
      if (channel.tick && tick.openTime < channel.tick.openTime) return false
      channel.tick = tick
      channel.bytes = undefined
      channel.version = ++version
      return true
    },
    forget: (channel) => {
      channel.tick = undefined
      channel.bytes = undefined
    },
  }
}

/** The newest state, encoded once however many get it. */
export function bytesOf(channel: Channel): Uint8Array | undefined {
  if (channel.tick) channel.bytes ??= encodeTick(channel.tick)
  return channel.bytes
}

function topicOf(asset: string, tf: Timeframe): string {
  return `tick ${asset} ${tf}`
}
