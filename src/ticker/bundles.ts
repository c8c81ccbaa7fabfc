import { wireFields } from '../live/wire.ts'
import { decimalsOf, type Tick } from '../market/candle.ts'
import type { Bundle, Channel } from './channels.ts'
import { encodePacket } from './protocol/packets.ts'
import { messagePrefix } from './protocol/wire.ts'

export interface BundlesOptions {
  windowMs: number
  /** Maximum number of different bundles: a client can request any set of pairs */
  maxBundles: number
  publish(topic: string, frame: string): void
  onSent(ticks: number): void
}

export interface Bundles {
  /** Adds a subscriber. @returns undefined if there are too many different bundles */
  join(channels: readonly Channel[]): Bundle | undefined
  leave(bundle: Bundle): void
  /** Sends the newest tick of a channel with the next frame. */
  change(channel: Channel): void
  /** Sends the newest tick of a channel before the next task, together with all others published until then. */
  sendSoon(channel: Channel): void
  /** Sends a pending tick of a channel at once, before a later candle replaces it. */
  flush(channel: Channel): void
  /** Sends a tick that is older than the newest one of its channel. */
  sendLate(channel: Channel, tick: Tick): void
  close(): void
}

export function createBundles({ windowMs, maxBundles, publish, onSent }: BundlesOptions): Bundles {
  const known = createKnownBundles(maxBundles)
  const dirty = new Set<Bundle>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSendingSoon = false

  const send = (bundle: Bundle, frame: string, ticks: number) => {
    const readers = bundle.subscribers - bundle.slow
    if (readers === 0) return
    publish(bundle.topic, frame)
    onSent(ticks * readers)
  }
  const sendPending = (bundle: Bundle) => {
    dirty.delete(bundle)
    const { pending } = bundle
    if (pending.size === 0) return
    bundle.pending = new Set()
    send(bundle, ticksFrame(pending), pending.size)
  }
  const sendAll = () => {
    for (const bundle of [...dirty]) sendPending(bundle)
  }
  const add = (channel: Channel) => {
    for (const bundle of channel.bundles) {
      bundle.pending.add(channel)
      dirty.add(bundle)
    }
  }
  return {
    join: known.join,
    leave: (bundle) => {
      if (known.leave(bundle)) dirty.delete(bundle)
    },
    change: (channel) => {
      if (channel.bundles.size === 0) return
      add(channel)
      timer ??= setTimeout(() => {
        timer = undefined
        sendAll()
      }, windowMs)
    },
    sendSoon: (channel) => {
      if (channel.bundles.size === 0) return
      add(channel)
      if (isSendingSoon) return
      isSendingSoon = true
      queueMicrotask(() => {
        isSendingSoon = false
        sendAll()
      })
    },
    flush: (channel) => {
      for (const bundle of channel.bundles) if (bundle.pending.has(channel)) sendPending(bundle)
    },
    sendLate: (channel, tick) => {
      for (const bundle of channel.bundles) send(bundle, frameOf([textOf(channel, tick)]), 1)
    },
    close: () => clearTimeout(timer),
  }
}

/** Creates the map of bundles. A bundle ends with its last subscriber. */
function createKnownBundles(maxBundles: number) {
  const bundles = new Map<string, Bundle>()
  let made = 0
  return {
    join: (channels: readonly Channel[]): Bundle | undefined => {
      const key = channels
        .map(({ topic }) => topic)
        .sort()
        .join('\n')
      const known = bundles.get(key)
      if (known) {
        known.subscribers++
        return known
      }
      if (bundles.size >= maxBundles) return undefined
      const topic = `bundle ${++made}`
      const bundle = { key, topic, channels: new Set(channels), subscribers: 1, slow: 0, pending: new Set<Channel>() }
      bundles.set(key, bundle)
      for (const channel of channels) channel.bundles.add(bundle)
      return bundle
    },
    /** @returns whether the last subscriber has left */
    leave: (bundle: Bundle): boolean => {
      if (--bundle.subscribers > 0) return false
      bundles.delete(bundle.key)
      for (const channel of bundle.channels) channel.bundles.delete(bundle)
      return true
    },
  }
}

/** Encodes the event `ticks` with the newest tick of each channel that has one. */
export function ticksFrame(channels: Iterable<Channel>): string {
  const texts: string[] = []
  for (const channel of channels) {
    if (!channel.tick) continue
    channel.text ??= textOf(channel, channel.tick)
    texts.push(channel.text)
  }
  return frameOf(texts)
}

/** Frame of an event `ticks` without ticks; they are inserted before its end, because they are JSON already. */
const emptyFrame = messagePrefix + encodePacket({ type: 'event', namespace: '/', args: ['ticks', []] })[0]

function frameOf(ticks: readonly string[]): string {
  return `${emptyFrame.slice(0, -2)}${ticks.join(',')}]]`
}

function textOf({ instrument }: Channel, tick: Tick): string {
  return JSON.stringify(wireFields({ ...tick, ...decimalsOf(tick, instrument) }))
}
