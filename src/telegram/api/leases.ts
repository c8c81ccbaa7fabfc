/** ms to wait for an answer; then the outcome of the request is unknown */
export const answerMs = 15_000

/** ms for which a process holds claimed rows, and rows that it is sending */
export interface Leases {
  claimed: number
  sending: number
}

/** A send is not considered cut off while its answer may still come. */
export const usualLeases: Leases = { claimed: 20_000, sending: 3 * answerMs }
