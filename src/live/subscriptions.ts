import { isTimeframe } from '../market/timeframe.ts'
import type { FollowedPairs, Pair } from './followed-pairs.ts'
import type { Refusal, TickSocket } from './tick-socket.ts'
import type { Clock } from './timer.ts'

export interface SubscriptionsOptions {
  socket: TickSocket
  pairs: Pick<FollowedPairs, 'all' | 'has'>
  clock: Clock
  logError(message: string, ...details: unknown[]): void
}

/** Retry interval after a `too-fast` refusal, ms */
const askAgainMs = 1000

/** Sends subscriptions for the pairs that a page follows, as long as the socket is open. */
export function createSubscriptions({ socket, pairs, clock, logError }: SubscriptionsOptions) {
  let isOpen = false
  return {
    open: () => {
      isOpen = true
      for (const { asset, tf } of pairs.all()) socket.subscribe({ asset, tf })
    },
    cancel: () => {
      if (isOpen) for (const { asset, tf } of pairs.all()) socket.unsubscribe({ asset, tf })
      isOpen = false
    },
    forget: () => {
      isOpen = false
    },
    add: ({ asset, tf }: Pair) => {
      if (isOpen) socket.subscribe({ asset, tf })
    },
    remove: ({ asset, tf }: Pair) => {
      if (isOpen) socket.unsubscribe({ asset, tf })
    },
    onRefused: ({ asset, tf, reason }: Refusal) => {
      if (reason !== 'too-fast') return logError(`subscription to ${asset}, ${tf} min refused: ${reason}`)
      clock.setTimeout(() => {
        if (isOpen && isTimeframe(tf) && pairs.has({ asset, tf })) socket.subscribe({ asset, tf })
      }, askAgainMs)
    },
  }
}
