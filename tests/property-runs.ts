/** Whether properties are tried as often as they can bear; `bun run test:full` says so. */
const isFull = process.env.PROPERTY_RUNS === 'full'

/** How many examples a property gets: a tenth of them in the suite that everybody runs, which draws new ones each time. */
export function runsOf(full: number): number {
  return isFull ? full : Math.ceil(full / 10)
}
