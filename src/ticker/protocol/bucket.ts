export interface BucketSize {
  burst: number
  everyMs: number
}

/**
 * GCRA, kept by its owner as the time at which the bucket would be full again, ms.
 * @returns the next such time, or undefined when the bucket is empty
 */
export function takeToken(fullAt: number, { burst, everyMs }: BucketSize, now: number): number | undefined {
  const next = Math.max(fullAt, now) + everyMs
  return next - now > burst * everyMs ? undefined : next
}
