/** How long to wait before the next try after so many that failed, ms: anything up to a bound that doubles, so that many clients never come at once. */
export function backoff(failures: number, random: () => number, { firstMs = 1000, longestMs = 30_000 } = {}): number {
  return Math.round(random() * Math.min(longestMs, firstMs * 2 ** failures))
}
