import type { MarketIdentity } from './process-topics.ts'
import type { RenewableBooks } from './renewable-books.ts'

export interface RenewalOptions {
  books: Pick<RenewableBooks, 'snapshot' | 'isOfNow' | 'renew'>
  /** What the feed's process has last said to have, if it is heard */
  told(): MarketIdentity | undefined
  onRenewed(): void
}

export interface Renewal {
  /** By what is known at this moment: one that is under way may not know it yet. */
  renew(): Promise<void>
  /** See `Follower`. Whoever finds something else in the database has the books renewed, once for all. */
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
