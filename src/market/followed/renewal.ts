import type { MarketIdentity } from './process-topics.ts'
import type { RenewableBooks } from './renewable-books.ts'

export interface RenewalOptions {
  books: Pick<RenewableBooks, 'snapshot' | 'isOfNow' | 'renew'>
  /** Last identity announced by the feed's process, if it is connected */
  told(): MarketIdentity | undefined
  onRenewed(): void
}

export interface Renewal {
  /** Renews with the current state. Waits for a running renewal first: it may have started with an older state. */
  renew(): Promise<void>
  /** See `Follower`. If the database changed during a read, renews once for all readers and reads again. */
  readWhole<Answer>(read: () => Promise<Answer>): Promise<Answer>
}

export function createRenewal({ books, told, onRenewed }: RenewalOptions): Renewal {
  let underway: Promise<void> | undefined
  const renewOnce = () => {
    underway ??= books
      .renew(told())
      .then(onRenewed)
      .finally(() => {
        underway = undefined
      })
    return underway
  }
  return {
    renew: async () => {
      await underway
      await renewOnce()
    },
    readWhole: async (read) => {
      for (;;) {
        const snapshot = books.snapshot()
        const answer = await read()
        if (await books.isOfNow(snapshot)) return answer
        if (books.snapshot() === snapshot) await renewOnce()
      }
    },
  }
}
