/** Bounded exponential backoff with full jitter, ms */
export function backoff(failures: number, random: () => number, { firstMs = 1000, longestMs = 30_000 } = {}): number {
  return Math.round(random() * Math.min(longestMs, firstMs * 2 ** failures))
}
