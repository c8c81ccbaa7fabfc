import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Tick } from '../candle.ts'
import type { Timeframe } from '../timeframe.ts'

export interface Pair {
  asset: string
  tf: Timeframe
}

export interface Followed {
  /** The current candle; undefined until it has arrived. Changes at most once a frame. */
  tick: ReadonlySignal<Tick | undefined>
  stop(): void
}

export interface FollowedPairs {
  follow(asset: string, tf: Timeframe, listener?: (tick: Tick) => void): Followed
  /** Keeps a tick until the next frame. */
  arrive(tick: Tick): void
  all(): Iterable<Pair>
  has(pair: Pair): boolean
  count(): number
}

export interface FollowedPairsOptions {
  /** Calls once when the next frame is drawn: never while the page is hidden */
  nextFrame(run: () => void): void
  /** A pair has its first follower, or has lost its last one */
  onFirst(pair: Pair): void
  onLast(pair: Pair): void
  logError(message: string, ...details: unknown[]): void
}

interface FollowedPair extends Pair {
  tick: Signal<Tick | undefined>
  listeners: Set<(tick: Tick) => void>
  followers: number
  /** What has come since the last frame by its openTime: the last state of each candle */
  arrived: Map<number, Tick>
}

/** Who on the page follows what; hands out what has arrived once a frame. */
export function createFollowedPairs({ nextFrame, onFirst, onLast, logError }: FollowedPairsOptions): FollowedPairs {
  const pairs = new Map<string, FollowedPair>()
  let isFrameAsked = false

  const handOut = () => {
    isFrameAsked = false
    batch(() => {
      for (const pair of pairs.values()) handOutPair(pair)
    })
  }
  const handOutPair = ({ tick, listeners, arrived }: FollowedPair) => {
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
          // The others go on.
          logError('a listener of ticks failed', error)
        }
      }
    }
  }

  return {
    follow: (asset, tf, told) => {
      const key = keyOf(asset, tf)
      const known = pairs.get(key)
      const pair = known ?? newPair(asset, tf)
      // Two followers may bring one function: each is told.
      const listener = told && ((tick: Tick) => told(tick))
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
      // Nobody's when the last follower left while it was on its way.
      const pair = pairs.get(keyOf(tick.asset, tick.tf))
      if (!pair) return
      pair.arrived.set(tick.openTime, tick)
      if (isFrameAsked) return
      isFrameAsked = true
      nextFrame(handOut)
    },
    all: () => pairs.values(),
    has: ({ asset, tf }) => pairs.has(keyOf(asset, tf)),
    count: () => pairs.size,
  }
}

function newPair(asset: string, tf: Timeframe): FollowedPair {
  return { asset, tf, tick: signal(undefined), listeners: new Set(), followers: 0, arrived: new Map() }
}

function keyOf(asset: string, tf: number): string {
  return `${asset} ${tf}`
}
