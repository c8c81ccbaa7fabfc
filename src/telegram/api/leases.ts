/** Time to wait for an answer of Telegram, ms; after that, the outcome of the request is unknown */
export const answerMs = 15_000

/** Times for which a process holds rows that it has claimed, and rows that it is sending, ms */
export interface Leases {
  claimed: number
  sending: number
}

/** Usual leases. That of sending is long, so that a send is not considered cut off while its answer may still come. */
export const usualLeases: Leases = { claimed: 20_000, sending: 3 * answerMs }
