import { type ConnectorOptions, createConnector } from './binance-connection.ts'
import { createTimers } from './clock.ts'
import type { FeedListener, FeedState } from './feed.ts'
import { type KeepConnectedOptions, keepConnected } from './keep-connected.ts'
import { createSilenceWatch } from './silence.ts'

const lookEveryMs = 5000

export interface BinanceStreamOptions
  extends ConnectorOptions,
    Pick<KeepConnectedOptions, 'clock' | 'random' | 'blockedUntil'> {
  /** What is known of how assets are traded may have changed: one is silent, or speaks again, or nobody was heard for a while. */
  onDoubt(): void
}

export interface Streams {
  /** Of other assets than these nobody expects to hear. */
  expectOnly(assets: readonly string[]): void
  stop(): void
}

/** Follows all assets at once, and connects anew when they fall silent, or some of them. */
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
    warn('Some streams of the exchange are silent; connecting anew', {})
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
