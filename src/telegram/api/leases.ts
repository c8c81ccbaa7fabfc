/** ms that an answer is waited for; then what has come of a request is unknown */
export const answerMs = 15_000

/** ms for which a process holds what it has claimed, and what it has begun to send */
export interface Leases {
  claimed: number
  sending: number
}

/** Nobody takes a send for cut off while its answer may still come. */
export const usualLeases: Leases = { claimed: 20_000, sending: 3 * answerMs }
