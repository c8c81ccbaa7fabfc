import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { DecimalTick } from '../market/candle.ts'
import type { Timeframe } from '../market/timeframe.ts'
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
  has(pair: { asset: string; tf: number }): boolean
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
  pairs: Pick<FollowedPairs, 'all' | 'has' | 'count'>
  /** Assets whose trades the page follows */
  trades(): string[]
  clock: Clock
  logError(message: string, ...details: unknown[]): void
}

/** Retry interval after a `too-fast` refusal, ms */
const askAgainMs = 1000

/** Number of pairs from which a page asks for one frame with all changes: frames cost more than their ticks. */
const minBundled = 8

/** Sends subscriptions for the pairs that a page follows, as long as the socket is open. */
export function createSubscriptions({ socket, pairs, trades, clock, logError }: SubscriptionsOptions) {
  let isOpen = false
  let isBundled = false
  let isSending = false
  const sendBundle = () => {
    isBundled = true
    if (isSending) return
    isSending = true
    // Many pairs are added or removed in one task when a page changes.
    queueMicrotask(() => {
      isSending = false
      if (isOpen && isBundled)
        socket.request(
          'bundle',
          [...pairs.all()].map(({ asset, tf }) => ({ asset, tf })),
        )
    })
  }
  const change = (act: 'subscribe' | 'unsubscribe', { asset, tf }: Pair) => {
    if (!isOpen) return
    if (isBundled || pairs.count() >= minBundled) sendBundle()
    else socket.request(act, { asset, tf })
  }
  const changeTrades = () => {
    if (isOpen) socket.request('trades', trades())
  }
  return {
    open: () => {
      isOpen = true
      isBundled = false
      if (pairs.count() >= minBundled) sendBundle()
      else for (const pair of pairs.all()) change('subscribe', pair)
      if (trades().length > 0) changeTrades()
    },
    changeTrades,
    cancel: () => {
      if (isOpen && trades().length > 0) socket.request('trades', [])
      if (isOpen && isBundled) socket.request('bundle', [])
      else if (isOpen) for (const pair of pairs.all()) change('unsubscribe', pair)
      isOpen = false
    },
    forget: () => {
      isOpen = false
    },
    add: (pair: Pair) => change('subscribe', pair),
    remove: (pair: Pair) => change('unsubscribe', pair),
    onRefused: ({ asset, tf, reason }: Refusal) => {
      if (reason !== 'too-fast') return logError(`subscription to ${asset}, ${tf} min refused: ${reason}`)
      clock.setTimeout(() => {
        if (!isOpen) return
        if (isBundled) sendBundle()
        else if (pairs.has({ asset, tf })) socket.request('subscribe', { asset, tf })
      }, askAgainMs)
    },
  }
}
