/** Whether properties run with their full number of examples, as in `bun run test:full`. */
export const isFull = process.env.PROPERTY_RUNS === 'full'

/** Default time limit of a test, ms. */
export const patienceMs = isFull ? 1_800_000 : 60_000

/** Time limit of property tests with databases, ms: they do the work of dozens of tests, and a busy machine is slow. */
export const examplesMs = 5 * patienceMs

/**
 * Returns how many examples a property test runs: the normal suite runs a tenth of the full number, with new examples
 * each time.
 */
export function runsOf(full: number): number {
  return isFull ? full : Math.ceil(full / 10)
}
