export interface BucketSize {
  burst: number
  everyMs: number
}

/** GCRA, kept as when it would be full again, ms. @returns the next such time; undefined when the bucket is empty */
export function takeToken(fullAt: number, { burst, everyMs }: BucketSize, now: number): number | undefined {
  const next = Math.max(fullAt, now) + everyMs
  return next - now > burst * everyMs ? undefined : next
}
