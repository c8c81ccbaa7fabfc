import { type ConnectorOptions, createConnector } from './binance-connection.ts'
import { createTimers } from './clock.ts'
import type { FeedListener, FeedState } from './feed.ts'
import { type KeepConnectedOptions, keepConnected } from './keep-connected.ts'

const maxSilenceMs = 30_000
/** Maximum silence of one stream while others speak, ms; doubled each time a reconnection does not help */
const firstPatienceMs = 90_000
const maxPatienceMs = 60 * 60_000

/** Detects silent streams: single streams of an exchange can die while the connection lives. */
export interface SilenceWatch {
  /** @returns whether updates of this asset were expected */
  heard(asset: string): boolean
  begin(): void
  /** Streams of other assets may stay silent forever. */
  expectOnly(assets: readonly string[]): void
  /** Which streams are silent; for `some`, doubles their allowed silence. */
  verdict(): 'all' | 'some' | undefined
}

export function createSilenceWatch(assets: readonly string[], now: () => number): SilenceWatch {
  const streams = new Map<string, { heardAt: number; patience: number }>()
  const begin = (asset: string) => streams.set(asset, { heardAt: now(), patience: firstPatienceMs })
  for (const asset of assets) begin(asset)
  let lastAt = now()
  const beginAll = () => {
    lastAt = now()
    for (const stream of streams.values()) stream.heardAt = lastAt
  }
  return {
    heard: (asset) => {
      lastAt = now()
      const stream = streams.get(asset)
      if (stream) [stream.heardAt, stream.patience] = [lastAt, firstPatienceMs]
      return stream !== undefined
    },
    begin: beginAll,
    expectOnly: (expected) => {
      for (const asset of assets) if (!expected.includes(asset)) streams.delete(asset)
      for (const asset of expected) if (!streams.has(asset)) begin(asset)
    },
    verdict: () => {
      // If the clock was set back, silence would go undetected until it catches up.
      if (now() < lastAt) beginAll()
      if (streams.size > 0 && now() - lastAt >= maxSilenceMs) return 'all'
      const silent = [...streams.values()].filter(({ heardAt, patience }) => now() - heardAt >= patience)
      for (const stream of silent) {
        stream.patience = Math.min(maxPatienceMs, stream.patience * 2)
        stream.heardAt = now()
      }
      return silent.length > 0 ? 'some' : undefined
    },
  }
}

const lookEveryMs = 5000

export interface BinanceStreamOptions
  extends ConnectorOptions,
    Pick<KeepConnectedOptions, 'clock' | 'random' | 'blockedUntil'> {
  /** Listing states may be outdated: a stream is silent or speaks again, or the connection was lost for a while. */
  onDoubt(): void
}

export interface Streams {
  /** Only these assets are expected to send updates. */
  expectOnly(assets: readonly string[]): void
  stop(): void
}

/** Follows all assets on one connection. Reconnects when all or some of the streams fall silent. */
export function openStreams(options: BinanceStreamOptions, listener: FeedListener): Streams {
  const { instruments, clock, warn, onDoubt } = options
  const assets = instruments.map(({ asset }) => asset)
  const silence = createSilenceWatch(assets, clock.now)
  const timers = createTimers<'look'>(clock)
  const connect = createConnector(options)
  let wasLost = false
  const takeState = (state: FeedState) => {
    if (state.name === 'waiting') wasLost = true
    if (state.name === 'live' && wasLost) {
      wasLost = false
      onDoubt()
    }
    listener.onState(state)
  }
  const connection = keepConnected({
    ...options,
    connect: (more) =>
      connect({
        ...more,
        onUpdate: (update) => {
          if (!silence.heard(update.asset)) onDoubt()
          listener.onUpdate(update)
        },
      }),
    onBegin: silence.begin,
    onState: takeState,
  })
  const look = () => {
    timers.start('look', lookEveryMs, look)
    const verdict = connection.isThere() ? silence.verdict() : undefined
    if (verdict === 'all') return connection.giveUp('silent')
    if (verdict !== 'some') return
    warn('Some streams of the exchange are silent; reconnecting', {})
    onDoubt()
    connection.renew()
  }
  timers.start('look', lookEveryMs, look)
  return {
    expectOnly: silence.expectOnly,
    stop: () => {
      timers.stopAll()
      connection.stop()
    },
  }
}
