import { type ReadonlySignal, signal } from '@preact/signals-react'
import { minuteMs } from '../market/timeframe.ts'
import type { Clock } from './timer.ts'

export interface DayAgoOptions {
  /** Fetches the server's list of all assets */
  ask(): Promise<unknown>
  clock: Clock
  /** 0–1: spreads the requests of many pages */
  random(): number
  isHidden(): boolean
}

export interface DayAgo {
  /** Prices one day before the newest minute, by asset; empty until the first minute has passed */
  prices: ReadonlySignal<ReadonlyMap<string, number>>
  /** @returns stops following */
  follow(): () => void
  /** Fetches a missed update immediately, when the page is visible or online again. */
  catchUp(): void
}

/** Maximum delay after the start of the minute, ms */
const spreadMs = 4000

/** The 24-hour window moves with every minute: all screens measure changes from the same price. */
export function createDayAgo({ ask, clock, random, isHidden }: DayAgoOptions): DayAgo {
  const prices = signal<ReadonlyMap<string, number>>(new Map())
  let followers = 0
  let timer: ReturnType<Clock['setTimeout']> | undefined
  let hasMissed = false
  const refresh = async () => {
    hasMissed = isHidden()
    // After a failure, the next attempt is one minute later.
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
        // A later follower has newer prices in its page.
        prices.value = new Map()
        hasMissed = false
      }
    },
    catchUp: () => {
      if (hasMissed && !isHidden()) void refresh()
    },
  }
}

/** @param change  percent since then */
export function dayAgoOf(last: number, change: number): number {
  return last / (1 + change / 100)
}

/** Validates without zod, which is too large to send to browsers for three fields. */
function readDayAgo(one: { asset?: unknown; last?: unknown; change24h?: unknown } | null): [string, number][] {
  const { asset, last, change24h } = one ?? {}
  if (typeof asset !== 'string' || typeof last !== 'number' || typeof change24h !== 'number') return []
  return [[asset, dayAgoOf(last, change24h)]]
}
