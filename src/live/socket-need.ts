import type { ConnectionStatus } from './connection-state.ts'
import type { TickSocket } from './tick-socket.ts'
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
