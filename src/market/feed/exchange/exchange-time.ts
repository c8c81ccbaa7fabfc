import type { Clock } from '../clock.ts'

/** Estimates the exchange's time. Our clock, which may be wrong, only measures the time since the last timestamp. */
export interface ExchangeTime {
  heard(time: number): void
  /** Estimated time, ms UTC, never ahead of the exchange; before the first timestamp, our own time */
  now(): number
  /** Latest timestamp received from the exchange, if any: a lower bound of its time */
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
