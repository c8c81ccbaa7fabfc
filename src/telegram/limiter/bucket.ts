/**
 * What one lane of a bot may send, by generic cell rate (GCRA): `tat` is when the next message may leave. All times are
 * ms UTC by the clock of whoever asks: one that is stepped leaves values that cannot be, which count as none.
 */
export interface Bucket {
  tat: number
  /** Messages a second that are allowed now: below the configured rate after refusals */
  rate: number
  frozenUntil: number
}

/** Sends shift a little on their way: so much of the rate is kept back for no second to have more than it. */
export const usedShare = 0.965

/** Nobody reserves farther ahead: a later `tat` is of another time. */
export const farthestMs = 10_000
/** A reservation waits while others reach so far ahead: whoever pauses a broadcast means the next second. */
export const aheadMs = 1000

/** Longest freeze that is believed; when Telegram names more it is asked again after this. */
export const longestFreezeMs = 900_000

/** What a refusal leaves of the rate */
export const cutTo = 0.7
/** Least share of the configured rate */
export const leastShare = 0.02
/** After refusals the rate comes back within so many seconds of sending, from nothing to the configured one. */
export const recoverySeconds = 1500

export interface Reservation {
  /** The first slot; the others follow every `everyMs` */
  from: number
  everyMs: number
}

export function isFrozen({ frozenUntil }: Pick<Bucket, 'frozenUntil'>, now: number): boolean {
  return frozenUntil > now && frozenUntil <= now + longestFreezeMs
}

/** ms until slots may be reserved; 0 is now */
export function waitOf(bucket: Bucket, now: number): number {
  if (isFrozen(bucket, now)) return bucket.frozenUntil - now
  const ahead = bucket.tat - now
  return ahead > aheadMs && ahead <= farthestMs ? ahead - aheadMs : 0
}

/** For when `waitOf` is 0. @param count  at most a second's worth. @param most  the configured rate */
export function reserve(bucket: Bucket, { now, count, most }: { now: number; count: number; most: number }) {
  const rate = Math.min(bucket.rate, most)
  const everyMs = 1000 / (rate * usedShare)
  const from = Math.max(bucket.tat > now + farthestMs ? 0 : bucket.tat, now)
  const climbed = rate + (count / rate) * (most / recoverySeconds)
  return {
    bucket: { ...bucket, tat: from + count * everyMs, rate: Math.min(most, climbed) } satisfies Bucket,
    slots: { from, everyMs } satisfies Reservation,
  }
}

/** Once for each freeze: refusals of what was already under way say nothing new. */
export function refuse(bucket: Bucket, { now, waitMs, most }: { now: number; waitMs: number; most: number }): Bucket {
  const until = now + Math.min(waitMs, longestFreezeMs)
  if (isFrozen(bucket, now)) return { ...bucket, frozenUntil: Math.max(bucket.frozenUntil, until) }
  return { ...bucket, frozenUntil: until, rate: Math.max(most * leastShare, bucket.rate * cutTo) }
}
