import type { ConnectionStatus } from './connection-state.ts'
import type { createSubscriptions } from './followed-pairs.ts'
import type { TickSocket } from './open-socket.ts'
import { type Clock, createTimer } from './timer.ts'

/** Time that an unused socket stays open, ms; from the specification */
const idleMs = 30_000

export interface SocketNeedOptions {
  socket: Pick<TickSocket, 'connect' | 'disconnect'>
  status: Pick<ConnectionStatus, 'facts' | 'set'>
  clock: Clock
  onEnd(): void
}

/** Opens the socket when something on the page needs it, and closes it some time after nothing needs it any longer. */
export function createSocketNeed({ socket, status, clock, onEnd }: SocketNeedOptions) {
  const { facts } = status
  const idle = createTimer(clock)
  const end = () => {
    idle.stop()
    if (!facts.isWanted) return
    onEnd()
    socket.disconnect()
    status.set({ isWanted: false, isConnected: false, until: undefined, isFull: false })
  }
  return {
    begin: () => {
      idle.stop()
      if (facts.isWanted) return
      status.set({ isWanted: true })
      socket.connect()
    },
    end,
    endAfterIdle: () => {
      if (facts.isWanted) idle.start(idleMs, end)
    },
    setOnline: (isOnline: boolean) => {
      if (isOnline === facts.isOnline) return
      if (isOnline && facts.isWanted && !facts.isConnected) {
        socket.disconnect()
        socket.connect()
      }
      status.set({ isOnline })
    },
  }
}

/** Time that a page must be hidden before updates stop, ms: users often glance at other tabs. */
const hiddenMs = 5000

export interface PagePauseOptions {
  subscriptions: Pick<ReturnType<typeof createSubscriptions>, 'open' | 'cancel'>
  need: Pick<ReturnType<typeof createSocketNeed>, 'begin' | 'end' | 'endAfterIdle'>
  isNeeded(): boolean
  facts: ConnectionStatus['facts']
  clock: Clock
  onInterruption(): void
}

/** Stops updates while the page is not visible, and resumes them when it is. */
export function createPagePause({ subscriptions, need, isNeeded, facts, clock, onInterruption }: PagePauseOptions) {
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
    if (facts.isConnected) onInterruption()
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
