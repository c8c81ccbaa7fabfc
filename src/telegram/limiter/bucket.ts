/**
 * Rate limit of one lane of a bot, by the generic cell rate algorithm (GCRA): `tat` is the time at which the next
 * message may be sent. All times are ms UTC by the caller's clock: after a clock change, impossible values are ignored.
 */
export interface Bucket {
  tat: number
  /** Current messages per second, which is below the configured rate after refusals by Telegram */
  rate: number
  frozenUntil: number
}

/** Share of the rate that is used: delays of sends vary on their way, and no second may exceed the rate. */
export const usedShare = 0.965

/** Max time that slots are reserved ahead, ms: a later `tat` comes from before a clock change. */
export const maxReservationMs = 10_000
/** No slots are reserved while others reach this far ahead, ms: a pause should take effect within the next second. */
export const aheadMs = 1000

/** Max freeze that is accepted, ms; if Telegram demands more, sending is tried again after this time. */
export const maxFreezeMs = 900_000

/** Factor by which a refusal of Telegram reduces the rate */
export const refusalFactor = 0.7
/** Min rate after refusals, as a share of the configured rate */
export const minShare = 0.02
/** Seconds of sending in which the rate recovers from zero to the configured rate after refusals. */
export const recoverySeconds = 1500

export interface Reservation {
  /** Time of the first slot; further slots follow every `everyMs` */
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
