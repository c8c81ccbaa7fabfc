import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { DecimalTick } from '../market/candle.ts'
import { isTimeframe, type Timeframe } from '../market/timeframe.ts'
import type { Refusal, TickSocket } from './open-socket.ts'
import type { Clock } from './timer.ts'

interface Pair {
  asset: string
  tf: Timeframe
}

export interface TickSubscription {
  tick: ReadonlySignal<DecimalTick | undefined>
  stop(): void
}

export interface FollowedPairs {
  follow(asset: string, tf: Timeframe, listener?: (tick: DecimalTick) => void): TickSubscription
  arrive(tick: DecimalTick): void
  all(): Iterable<Pair>
  has(pair: Pair): boolean
  count(): number
}

export interface FollowedPairsOptions {
  /** Calls `run` once, with the next frame; never while the page is hidden */
  nextFrame(run: () => void): void
  onFirst(pair: Pair): void
  onLast(pair: Pair): void
  logError(message: string, ...details: unknown[]): void
}

interface FollowedPair extends Pair {
  tick: Signal<DecimalTick | undefined>
  listeners: Set<(tick: DecimalTick) => void>
  followers: number
  /** openTime of the last tick received for this pair, ms UTC */
  newest: number
  arrived: Map<number, DecimalTick>
}

export function createFollowedPairs({ nextFrame, onFirst, onLast, logError }: FollowedPairsOptions): FollowedPairs {
  const pairs = new Map<string, FollowedPair>()
  let isFrameRequested = false

  const deliverAll = () => {
    isFrameRequested = false
    batch(() => {
      for (const pair of pairs.values()) deliver(pair, logError)
    })
  }

  return {
    follow: (asset, tf, onTick) => {
      const key = keyOf(asset, tf)
      const known = pairs.get(key)
      const pair = known ?? newPair(asset, tf)
      // Two followers may pass the same function, so it is wrapped: each follower is called.
      const listener = onTick && ((tick: DecimalTick) => onTick(tick))
      pair.followers++
      if (listener) pair.listeners.add(listener)
      pairs.set(key, pair)
      if (!known) onFirst(pair)
      let isFollowing = true
      return {
        tick: pair.tick,
        stop: () => {
          if (!isFollowing) return
          isFollowing = false
          if (listener) pair.listeners.delete(listener)
          if (--pair.followers > 0) return
          pairs.delete(key)
          onLast(pair)
        },
      }
    },
    arrive: (tick) => {
      // The last follower of the pair may have left while the tick was in transit.
      const pair = pairs.get(keyOf(tick.asset, tick.tf))
      if (!pair) return
      // A late close matters only to trading decisions; charts reload the candle after its correction, so it is
      // dropped.
      if (tick.isClosed && tick.openTime < pair.newest) return
      pair.newest = tick.openTime
      pair.arrived.set(tick.openTime, tick)
      if (isFrameRequested) return
      isFrameRequested = true
      nextFrame(deliverAll)
    },
    all: () => pairs.values(),
    has: ({ asset, tf }) => pairs.has(keyOf(asset, tf)),
    count: () => pairs.size,
  }
}

function deliver({ tick, listeners, arrived }: FollowedPair, logError: FollowedPairsOptions['logError']): void {
  const ticks = [...arrived.values()].sort((a, b) => a.openTime - b.openTime)
  const newest = ticks.at(-1)
  if (!newest) return
  arrived.clear()
  tick.value = newest
  for (const each of ticks) {
    for (const listener of [...listeners]) {
      try {
        listener(each)
      } catch (error) {
        logError('a tick listener failed', error)
      }
    }
  }
}

function newPair(asset: string, tf: Timeframe): FollowedPair {
  return { asset, tf, tick: signal(undefined), listeners: new Set(), followers: 0, newest: 0, arrived: new Map() }
}

function keyOf(asset: string, tf: number): string {
  return `${asset} ${tf}`
}

export interface SubscriptionsOptions {
  socket: TickSocket
  pairs: Pick<FollowedPairs, 'all' | 'has'>
  clock: Clock
  logError(message: string, ...details: unknown[]): void
}

/** Retry interval after a `too-fast` refusal, ms */
const askAgainMs = 1000

/** Sends subscriptions for the pairs that a page follows, as long as the socket is open. */
export function createSubscriptions({ socket, pairs, clock, logError }: SubscriptionsOptions) {
  let isOpen = false
  return {
    open: () => {
      isOpen = true
      for (const { asset, tf } of pairs.all()) socket.subscribe({ asset, tf })
    },
    cancel: () => {
      if (isOpen) for (const { asset, tf } of pairs.all()) socket.unsubscribe({ asset, tf })
      isOpen = false
    },
    forget: () => {
      isOpen = false
    },
    add: ({ asset, tf }: Pair) => {
      if (isOpen) socket.subscribe({ asset, tf })
    },
    remove: ({ asset, tf }: Pair) => {
      if (isOpen) socket.unsubscribe({ asset, tf })
    },
    onRefused: ({ asset, tf, reason }: Refusal) => {
      if (reason !== 'too-fast') return logError(`subscription to ${asset}, ${tf} min refused: ${reason}`)
      clock.setTimeout(() => {
        if (isOpen && isTimeframe(tf) && pairs.has({ asset, tf })) socket.subscribe({ asset, tf })
      }, askAgainMs)
    },
  }
}
