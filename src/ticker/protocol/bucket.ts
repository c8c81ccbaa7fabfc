export interface BucketSize {
  burst: number
  everyMs: number
}

/**
 * Takes a token (GCRA). `fullAt` is when the bucket is full again, ms.
 * @returns the new `fullAt`; undefined if the bucket is empty
 */
export function takeToken(fullAt: number, { burst, everyMs }: BucketSize, now: number): number | undefined {
  const next = Math.max(fullAt, now) + everyMs
  return next - now > burst * everyMs ? undefined : next
}
