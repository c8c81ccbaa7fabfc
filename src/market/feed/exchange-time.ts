import type { Clock } from './clock.ts'

/** The exchange's time. Our clock may be wrong, so it only measures the time since the last timestamp received. */
export interface ExchangeTime {
  heard(time: number): void
  /** Never ahead of the exchange; our own time before the first timestamp */
  now(): number
  /** Lower bound: the latest timestamp received, if any */
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
