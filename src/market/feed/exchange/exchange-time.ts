import { minuteMs } from '../../timeframe.ts'
import type { Clock } from '../clock.ts'

/** Maximum lead of a candle or trade over the exchange's time, ms: its servers may differ, and messages may be delayed. */
const maxAheadMs = minuteMs

/** Estimates the exchange's time. Our clock, which may be wrong, only measures the time since the last timestamp. */
export interface ExchangeTime {
  heard(time: number): void
  /** Estimated time, ms UTC, never ahead of the exchange; before the first timestamp, our own time */
  now(): number
  /** Latest timestamp received from the exchange, if any: a lower bound of its time */
  latest(): number | undefined
  /**
   * Whether a time that the exchange names lies in the future, beyond the differences of its servers. One such message
   * would set the time of all assets ahead.
   */
  isAhead(time: number): boolean
}

export function createExchangeTime(clock: Clock): ExchangeTime {
  let latest: number | undefined
  let offset = 0
  const now = () => clock.now() + offset
  return {
    heard: (time) => {
      latest = Math.max(latest ?? 0, time)
      offset = time - clock.now()
    },
    now,
    latest: () => latest,
    // After our clock was set back, the estimate is late, and the latest timestamp is not.
    isAhead: (time) => time > Math.max(now(), latest ?? 0) + maxAheadMs,
  }
}
