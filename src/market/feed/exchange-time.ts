import type { Clock } from './clock.ts'

/** The exchange's time. Our clock may be wrong: it only says how long ago the exchange has sent one. */
export interface ExchangeTime {
  heard(time: number): void
  /** Never ahead of the exchange; our own time before it has sent one */
  now(): number
  /** A lower bound: the latest time it has sent, if any */
  latest(): number | undefined
}

export function createExchangeTime(clock: Clock): ExchangeTime {
  let latest: number | undefined
  let offset = 0
  return {
    heard: (time) => {
      latest = Math.max(latest ?? 0, time)
      offset = time - clock.now()
    },
    now: () => clock.now() + offset,
    latest: () => latest,
  }
}
