import type { Leases } from '../../telegram/api/leases.ts'

/** Rows that were claimed, or whose intents were written, by one process in one write */
export interface HeldLease {
  broadcastId: string
  state: 'claimed' | 'sending'
  holder: string
  /** As its holder's clock had it: here it only tells one lease from the next. */
  leaseUntil: number
}

/** ms: a stall of this process counts for no more, as those that it watches may have stood still with it. */
const longestStepMs = 2000

/** For how long leases have been seen to stand. No wall clock has a say: one that is set would end them all at once. */
export function createLeaseWatch(leases: Leases): {
  /**
   * @param held  all that there are: others are forgotten
   * @param steady  ms of a clock that nobody sets
   * @returns those that have stood for as long as they are given for
   */
  look(held: readonly HeldLease[], steady: number): HeldLease[]
  /** All count from now on: nobody could have written what has come of them. */
  restart(): void
} {
  let ages = new Map<string, number>()
  let lookedAt = 0
  return {
    look: (held, steady) => {
      const passed = Math.min(steady - lookedAt, longestStepMs)
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

const keyOf = ({ broadcastId, state, holder, leaseUntil }: HeldLease) =>
  `${broadcastId} ${state} ${holder} ${leaseUntil}`
