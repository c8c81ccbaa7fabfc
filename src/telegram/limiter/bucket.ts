/**
 * Rate limit of one lane of a bot, by the generic cell rate algorithm (GCRA): `tat` is when the next message may be
 * sent. All times are ms UTC by the caller's clock: after a clock change, impossible values are ignored.
 */
export interface Bucket {
  tat: number
  /** Current messages per second: below the configured rate after refusals */
  rate: number
  frozenUntil: number
}

/** Share of the rate that is used: sends shift a little on their way, and no second may exceed the rate. */
export const usedShare = 0.965

/** Nobody reserves further ahead: a later `tat` comes from before a clock change. */
export const maxReservationMs = 10_000
/** No reservation while others reach this far ahead: a pause should take effect within the next second. */
export const aheadMs = 1000

/** Max freeze that is accepted; if Telegram demands more, a new try is made after this. */
export const maxFreezeMs = 900_000

/** Factor that a refusal applies to the rate */
export const refusalFactor = 0.7
/** Min share of the configured rate */
export const minShare = 0.02
/** Seconds of sending in which the rate recovers from zero to the configured one after refusals. */
export const recoverySeconds = 1500

export interface Reservation {
  /** Time of the first slot; the others follow every `everyMs` */
  from: number
  everyMs: number
}

/** Only while there is room (`hasRoom`). @param count  at most a second's worth. @param most  the configured rate */
export function reserve(bucket: Bucket, { now, count, most }: { now: number; count: number; most: number }) {
  const rate = Math.min(bucket.rate, most)
  const everyMs = 1000 / (rate * usedShare)
  const from = Math.max(bucket.tat > now + maxReservationMs ? 0 : bucket.tat, now)
  const climbed = rate + (count / rate) * (most / recoverySeconds)
  return {
    bucket: { ...bucket, tat: from + count * everyMs, rate: Math.min(most, climbed) } satisfies Bucket,
    slots: { from, everyMs } satisfies Reservation,
  }
}
