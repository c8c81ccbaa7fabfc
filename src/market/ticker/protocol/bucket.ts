/** So many at once, and one more every so many ms. */
export interface BucketSize {
  burst: number
  everyMs: number
}

/**
 * A token bucket that is one number, by GCRA: the time at which it would be full again. Ten thousand sockets have one
 * each, so it is kept by its owner.
 *
 * @returns the owner's next number, or undefined when the bucket is empty
 */
export function takeToken(fullAt: number, { burst, everyMs }: BucketSize, now: number): number | undefined {
  const next = Math.max(fullAt, now) + everyMs
  return next - now > burst * everyMs ? undefined : next
}
