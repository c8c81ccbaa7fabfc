/** ms: a second, and what clocks differ by */
const spanMs = 1005
/** Most ms that a way is believed to have been longer than the shortest: more would cost a broadcast its rate. */
const longestDelayMs = 45
/** ms that the shortest way grows by with each answer: one that was shorter once is forgotten in time. */
const forgottenMs = 0.02

/** A message on its way */
export interface Departure {
  /** ms of a clock that is never set back */
  at: number
  /** ms until its answer; undefined while there is none */
  tookMs: number | undefined
}

export interface SendWindow {
  /**
   * ms until one may leave; 0 is now
   * @param now  ms of a clock that is never set back
   * @param perSecond  most in any second
   */
  waitMs(now: number, perSecond: number): number
  leave(now: number): Departure
  /** It was there by now, whatever held it up. */
  answered(departure: Departure, now: number): void
}

/**
 * What this process has let out in the last second: slots that come late, after a stall, would leave together otherwise.
 * What counts is when messages arrive: one that was late on its way is counted from when it can have been there.
 */
export function createSendWindow(): SendWindow {
  let left: Departure[] = []
  let shortestMs = Number.POSITIVE_INFINITY
  const delayOf = ({ tookMs }: Departure) =>
    tookMs === undefined ? longestDelayMs : Math.min(longestDelayMs, Math.max(0, tookMs - shortestMs))

  return {
    waitMs: (now, perSecond) => {
      left = left.filter(({ at }) => now - at < spanMs + longestDelayMs)
      const before = left[left.length - Math.max(1, Math.ceil(perSecond))]
      return before ? Math.max(0, before.at + delayOf(before) + spanMs - now) : 0
    },
    leave: (now) => {
      const departure: Departure = { at: now, tookMs: undefined }
      left.push(departure)
      return departure
    },
    answered: (departure, now) => {
      departure.tookMs = now - departure.at
      shortestMs = Math.min(departure.tookMs, shortestMs + forgottenMs)
    },
  }
}
