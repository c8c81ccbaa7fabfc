import type { ConnectionStatus } from './connection-state.ts'
import type { createSocketNeed } from './socket-need.ts'
import type { createSubscriptions } from './subscriptions.ts'
import { type Clock, createTimer } from './timer.ts'

/** Time that a page must be hidden before updates stop, ms: users often glance at other tabs. */
const hiddenMs = 5000

export interface PagePauseOptions {
  subscriptions: Pick<ReturnType<typeof createSubscriptions>, 'open' | 'cancel'>
  need: Pick<ReturnType<typeof createSocketNeed>, 'begin' | 'end' | 'endAfterIdle'>
  isNeeded(): boolean
  facts: ConnectionStatus['facts']
  clock: Clock
  onGap(): void
}

/** Stops updates while the page is not visible, and resumes them when it is. */
export function createPagePause({ subscriptions, need, isNeeded, facts, clock, onGap }: PagePauseOptions) {
  const hidden = createTimer(clock)
  let isPaused = false
  const pause = () => {
    if (isPaused) return
    isPaused = true
    subscriptions.cancel()
    if (isNeeded()) need.endAfterIdle()
  }
  const resume = () => {
    hidden.stop()
    if (!isPaused) return
    isPaused = false
    if (facts.isConnected) subscriptions.open()
    if (!isNeeded()) return
    if (facts.isConnected) onGap()
    need.begin()
  }
  return {
    isPaused: () => isPaused,
    /** Call it when something on the page starts to need the socket. */
    begin: () => {
      if (!isPaused) need.begin()
    },
    /** Call it when something on the page stops needing the socket. */
    endAfterIdle: () => {
      if (!isPaused && !isNeeded()) need.endAfterIdle()
    },
    setHidden: (isHidden: boolean) => {
      if (isHidden) hidden.start(hiddenMs, pause)
      else resume()
    },
    suspend: () => {
      hidden.stop()
      isPaused = true
      need.end()
    },
  }
}
