import type { MarketIdentity } from './process-topics.ts'
import type { RenewableWindows } from './renewable-windows.ts'

export interface RenewalOptions {
  windows: Pick<RenewableWindows, 'snapshot' | 'isOfNow' | 'renew'>
  /** Last identity announced by the feed's process, if it is connected */
  announced(): MarketIdentity | undefined
  onRenewed(): void
}

export interface Renewal {
  /** Renews to the current state. Waits for a running renewal first: it may have started with an older state. */
  renew(): Promise<void>
  /** See `Follower`. If the database changed during a read, renews once for all readers and reads again. */
  readWhole<Answer>(read: () => Promise<Answer>): Promise<Answer>
}

export function createRenewal({ windows, announced, onRenewed }: RenewalOptions): Renewal {
  let underway: Promise<void> | undefined
  const renewOnce = () => {
    underway ??= windows
      .renew(announced())
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
        const snapshot = windows.snapshot()
        const answer = await read()
        if (await windows.isOfNow(snapshot)) return answer
        if (windows.snapshot() === snapshot) await renewOnce()
      }
    },
  }
}
