import { type ReadonlySignal, signal } from '@preact/signals-react'
import { minuteMs } from '../market/timeframe.ts'
import type { Clock } from './timer.ts'

export interface DayAgoOptions {
  /** Fetches the server's list of all assets with their prices */
  ask(): Promise<unknown>
  clock: Clock
  /** Random number, 0–1: spreads the requests of many pages over the first seconds of a minute */
  random(): number
  isHidden(): boolean
}

export interface DayAgo {
  /** Prices one day before the newest minute, by asset; empty until the page has seen a minute start */
  prices: ReadonlySignal<ReadonlyMap<string, number>>
  /** Starts following, as one of several followers. @returns a function that stops */
  follow(): () => void
  /** Fetches an update that was missed while hidden or offline, when the page is visible or online again. */
  catchUp(): void
}

/** Maximum delay of a request after the start of the minute, ms */
const spreadMs = 4000

/** Tracks prices of a day ago, which move every minute: all parts of a page measure changes from the same price. */
export function createDayAgo({ ask, clock, random, isHidden }: DayAgoOptions): DayAgo {
  const prices = signal<ReadonlyMap<string, number>>(new Map())
  let followers = 0
  let timer: ReturnType<Clock['setTimeout']> | undefined
  let hasMissed = false
  const refresh = async () => {
    hasMissed = isHidden()
    // After a failed request, the next attempt is one minute later.
    const answer = hasMissed ? undefined : await ask().catch(() => undefined)
    if (Array.isArray(answer) && followers > 0) prices.value = new Map(answer.flatMap(readDayAgo))
  }
  const askLater = () => {
    timer = clock.setTimeout(
      () => {
        void refresh()
        askLater()
      },
      minuteMs - (clock.now() % minuteMs) + random() * spreadMs,
    )
  }
  return {
    prices,
    follow: () => {
      if (++followers === 1) askLater()
      return () => {
        if (--followers > 0) return
        clock.clearTimeout(timer)
        // A later follower is rendered with newer prices, so these are dropped.
        prices.value = new Map()
        hasMissed = false
      }
    },
    catchUp: () => {
      if (hasMissed && !isHidden()) void refresh()
    },
  }
}

/** Returns the price of a day ago. @param change  change of the price since then, percent */
export function dayAgoOf(last: number, change: number): number {
  return last / (1 + change / 100)
}

/** Validates an asset of the list without zod, which is too large to send to browsers for three fields. */
function readDayAgo(one: { asset?: unknown; last?: unknown; change24h?: unknown } | null): [string, number][] {
  const { asset, last, change24h } = one ?? {}
  if (typeof asset !== 'string' || typeof last !== 'number' || typeof change24h !== 'number') return []
  return [[asset, dayAgoOf(last, change24h)]]
}
