/** ms: a second, and the difference between clocks */
const spanMs = 1005
/** Max ms that a send is assumed to have been slower than the fastest: more would reduce the rate of a broadcast. */
const maxDelayMs = 45
/** ms that the fastest time grows with each answer, so that a single fast one is forgotten in time. */
const forgottenMs = 0.02

/** A message in flight */
export interface Departure {
  /** ms of a monotonic clock */
  at: number
  /** ms until its answer; undefined while there is none */
  tookMs: number | undefined
}

export interface SendWindow {
  /**
   * Returns ms until a message may be sent; 0 means now.
   * @param now  ms of a monotonic clock
   * @param perSecond  max in any second
   */
  waitMs(now: number, perSecond: number): number
  depart(now: number): Departure
  /** The message had arrived by now, whatever delayed it. */
  answered(departure: Departure, now: number): void
}

/**
 * Tracks what this process sent in the last second: slots that come late, after a stall, would otherwise be sent at
 * once. Arrival times count: a delayed message counts from when it may have arrived.
 */
export function createSendWindow(): SendWindow {
  let left: Departure[] = []
  let minMs = Number.POSITIVE_INFINITY
  const delayOf = ({ tookMs }: Departure) =>
    tookMs === undefined ? maxDelayMs : Math.min(maxDelayMs, Math.max(0, tookMs - minMs))

  return {
    waitMs: (now, perSecond) => {
      left = left.filter(({ at }) => now - at < spanMs + maxDelayMs)
      const before = left[left.length - Math.max(1, Math.ceil(perSecond))]
      return before ? Math.max(0, before.at + delayOf(before) + spanMs - now) : 0
    },
    depart: (now) => {
      const departure: Departure = { at: now, tookMs: undefined }
      left.push(departure)
      return departure
    },
    answered: (departure, now) => {
      departure.tookMs = now - departure.at
      minMs = Math.min(departure.tookMs, minMs + forgottenMs)
    },
  }
}
