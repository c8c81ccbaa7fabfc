import { type ReadonlySignal, signal } from '@preact/signals-react'
import { minuteMs } from '../market/timeframe.ts'
import type { Clock } from './timer.ts'

export interface DayAgoOptions {
  /** What the server answers for all assets */
  ask(): Promise<unknown>
  clock: Clock
  /** 0–1: pages do not all ask in the same moment */
  random(): number
  isHidden(): boolean
}

export interface DayAgo {
  /** Prices of a day before the newest minute, by asset; none until the first minute has passed */
  prices: ReadonlySignal<ReadonlyMap<string, number>>
  /** @returns lets go of them */
  follow(): () => void
  /** For a page that is seen again, or has its network back: what it missed meanwhile is asked for at once. */
  catchUp(): void
}

/** After the minute has begun, ms */
const spreadMs = 4000

/** The day that changes are measured over moves on with every minute: all screens measure from the same price. */
export function createDayAgo({ ask, clock, random, isHidden }: DayAgoOptions): DayAgo {
  const prices = signal<ReadonlyMap<string, number>>(new Map())
  let followers = 0
  let timer: ReturnType<Clock['setTimeout']> | undefined
  let hasMissed = false
  const refresh = async () => {
    hasMissed = isHidden()
    // What cannot be had now is asked for a minute later.
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
        // Whoever follows later has newer ones in the page.
        prices.value = new Map()
        hasMissed = false
      }
    },
    catchUp: () => {
      if (hasMissed && !isHidden()) void refresh()
    },
  }
}

/** @param change  per cent since then */
export function dayAgoOf(last: number, change: number): number {
  return last / (1 + change / 100)
}

/** Without zod, which is not sent to browsers for three fields. */
function readDayAgo(one: { asset?: unknown; last?: unknown; change24h?: unknown } | null): [string, number][] {
  const { asset, last, change24h } = one ?? {}
  if (typeof asset !== 'string' || typeof last !== 'number' || typeof change24h !== 'number') return []
  return [[asset, dayAgoOf(last, change24h)]]
}
