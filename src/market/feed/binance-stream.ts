import { type ConnectorOptions, createConnector } from './binance-connection.ts'
import { createTimers } from './clock.ts'
import type { FeedListener, FeedState } from './feed.ts'
import { type KeepConnectedOptions, keepConnected } from './keep-connected.ts'
import { createSilenceWatch } from './silence.ts'

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
