export interface BucketSize {
  burst: number
  everyMs: number
}

/** GCRA, stored as when the bucket would be full again, ms. @returns the new time; undefined if the bucket is empty */
export function takeToken(fullAt: number, { burst, everyMs }: BucketSize, now: number): number | undefined {
  const next = Math.max(fullAt, now) + everyMs
  return next - now > burst * everyMs ? undefined : next
}
