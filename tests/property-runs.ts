/** Whether properties are tried as often as they can bear; `bun run test:full` says so. */
export const isFull = process.env.PROPERTY_RUNS === 'full'

/** Default time limit of a test, ms. */
export const patienceMs = isFull ? 1_800_000 : 60_000

/** How many examples a property gets: a tenth of them in the suite that everybody runs, which draws new ones each time. */
export function runsOf(full: number): number {
  return isFull ? full : Math.ceil(full / 10)
}
