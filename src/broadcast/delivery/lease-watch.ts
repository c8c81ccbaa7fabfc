import type { Leases } from '../../telegram/api/leases.ts'

/** Rows that one process claimed, or whose intents it wrote, in one write */
export interface RowLease {
  broadcastId: string
  state: 'claimed' | 'sending'
  leaseOwner: string
  /** Set by the lease owner's clock; used here only to distinguish one lease from the next. */
  leaseUntil: number
}

/** ms. Max time counted per look: when this process stalls, the processes it watches may have stalled with it. */
const maxStepMs = 2000

/**
 * Measures how long leases have been observed unchanged. Uses no wall clock: setting one would end all leases at once.
 */
export function createLeaseWatch(leases: Leases): {
  /**
   * @param held  all current leases: others are forgotten
   * @param steady  ms of a monotonic clock
   * @returns leases that were observed for their full duration
   */
  findExpired(held: readonly RowLease[], steady: number): RowLease[]
  /** Resets all ages: lease owners could not have written their results. */
  restart(): void
} {
  let ages = new Map<string, number>()
  let lookedAt = 0
  return {
    findExpired: (held, steady) => {
      const passed = Math.min(steady - lookedAt, maxStepMs)
      lookedAt = steady
      const before = ages
      ages = new Map(
        held.map((lease) => {
          const age = before.get(keyOf(lease))
          return [keyOf(lease), age === undefined ? 0 : age + passed]
        }),
      )
      return held.filter((lease) => (ages.get(keyOf(lease)) ?? 0) >= leases[lease.state])
    },
    restart: () => {
      ages = new Map()
    },
  }
}

const keyOf = ({ broadcastId, state, leaseOwner, leaseUntil }: RowLease) =>
  `${broadcastId} ${state} ${leaseOwner} ${leaseUntil}`
