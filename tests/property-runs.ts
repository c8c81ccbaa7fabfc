/** Whether properties run with their full number of examples, as in `bun run test:full`. */
export const isFull = process.env.PROPERTY_RUNS === 'full'

/** Default time limit of a test, ms. */
export const patienceMs = isFull ? 1_800_000 : 60_000

/**
 * Returns how many examples a property test runs: the normal suite runs a tenth of the full number, with new examples
 * each time.
 */
export function runsOf(full: number): number {
  return isFull ? full : Math.ceil(full / 10)
}
