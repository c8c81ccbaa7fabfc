import { createTimers } from '../clock.ts'
import type { FeedListener, FeedState } from '../feed.ts'
import { type ConnectorOptions, createConnector } from './connection.ts'
import { type KeepConnectedOptions, keepConnected } from './keep-connected.ts'
import { createLiveTrades } from './live-trades.ts'

const maxSilenceMs = 30_000
/** Maximum silence of one stream while other streams send updates, ms; doubled each time reconnecting does not help */
const firstPatienceMs = 90_000
const maxPatienceMs = 60 * 60_000

/** Detects silent streams: single streams of an exchange can die while the connection lives. */
export interface SilenceWatch {
  /** Records a message of a stream. @returns whether messages of this stream were expected */
  heard(stream: string): boolean
  begin(): void
  /** Sets the streams that are expected to send messages. Others may stay silent forever. */
  expectOnly(streams: readonly string[]): void
  /** Returns whether all, some or none of the streams are silent; if some are, doubles their allowed silence. */
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
      // If the clock was set back, silence would go undetected until the clock catches up, so measuring starts again.
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

/** Name of the stream of an asset's trades; that of its candles is the asset. */
function tradesOf(asset: string): string {
  return `${asset} trades`
}

function streamsOf(assets: readonly string[]): string[] {
  return assets.flatMap((asset) => [asset, tradesOf(asset)])
}

const lookEveryMs = 5000

export interface StreamsOptions
  extends ConnectorOptions,
    Pick<KeepConnectedOptions, 'clock' | 'random' | 'blockedUntil'> {
  /** Called when listing states may be outdated: a stream fell silent or resumed, or the connection was lost long. */
  onDoubt(): void
}

export interface Streams {
  /** Sets the assets whose streams are expected to send updates. */
  expectOnly(assets: readonly string[]): void
  stop(): void
}

/** Follows all assets on one connection. Reconnects when all or some of the streams fall silent. */
export function openStreams(options: StreamsOptions, listener: FeedListener): Streams {
  const { instruments, clock, warn, onDoubt } = options
  const assets = instruments.map(({ asset }) => asset)
  const silence = createSilenceWatch(streamsOf(assets), clock.now)
  const trades = createLiveTrades({
    clock,
    now: options.time.now,
    onUpdate: listener.onUpdate,
    onTrades: (list) => listener.onTrades?.(list),
  })
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
          // Without new volume, there are no trades to wait for.
          if (!trades.candle(update)) silence.heard(tradesOf(update.asset))
          listener.onUpdate(update)
        },
        onTrades: (list) => {
          for (const { asset } of list) silence.heard(tradesOf(asset))
          trades.add(list)
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
    expectOnly: (expected) => silence.expectOnly(streamsOf(expected)),
    stop: () => {
      trades.stop()
      timers.stopAll()
      connection.stop()
    },
  }
}
