import type { Clock } from '../src/market/feed/clock.ts'

export interface FakeClock extends Clock {
  /** Advances time: every timer due meanwhile runs, each at its own moment. */
  advance(ms: number): void
  /** Skips time, like a machine that slept: every timer due in between runs late. */
  jump(ms: number): void
  /** Times of the pending timers, ascending, ms UTC */
  due(): number[]
}

/** Creates a clock whose time passes only when a test advances it. */
export function fakeClock(start: number): FakeClock {
  let now = start
  let waiting: { at: number; run: () => void }[] = []
  const next = (until: number) => {
    const first = waiting.reduce<(typeof waiting)[number] | undefined>((best, one) => {
      return one.at <= until && (!best || one.at < best.at) ? one : best
    }, undefined)
    if (first) waiting = waiting.filter((one) => one !== first)
    return first
  }
  return {
    now: () => now,
    after: (ms, run) => {
      const one = { at: now + Math.max(0, ms), run }
      waiting.push(one)
      return () => {
        waiting = waiting.filter((other) => other !== one)
      }
    },
    advance: (ms) => {
      const until = now + ms
      for (let due = next(until); due; due = next(until)) {
        now = Math.max(now, due.at)
        due.run()
      }
      now = until
    },
    jump: (ms) => {
      now += ms
    },
    due: () => waiting.map(({ at }) => at).sort((one, other) => one - other),
  }
}
