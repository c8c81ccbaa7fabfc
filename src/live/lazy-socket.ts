import type { SocketListener, TickSocket } from './tick-socket.ts'
import type { Clock } from './timer.ts'

export interface LazySocketOptions {
  openSocket(listener: SocketListener): Promise<TickSocket>
  clock: Clock
  logError(message: string, ...details: unknown[]): void
}

const fetchAgainMs = 5000

/** A socket whose client library is loaded on the first `connect`; a failed load is retried. */
export function createLazySocket(options: LazySocketOptions, listener: SocketListener): TickSocket {
  const { openSocket, clock, logError } = options
  let socket: TickSocket | undefined
  let isFetching = false
  let isWanted = false

  const fetchClient = async () => {
    if (isFetching || socket) return
    isFetching = true
    try {
      socket = await openSocket(listener)
      if (isWanted) socket.connect()
    } catch (error) {
      logError('could not load the client of live prices', error)
      listener.onWait(clock.now() + fetchAgainMs)
      clock.setTimeout(() => {
        if (isWanted) void fetchClient()
      }, fetchAgainMs)
    } finally {
      isFetching = false
    }
  }
  return {
    connect: () => {
      isWanted = true
      if (socket) socket.connect()
      else void fetchClient()
    },
    disconnect: () => {
      isWanted = false
      socket?.disconnect()
    },
    subscribe: (pair) => socket?.subscribe(pair),
    unsubscribe: (pair) => socket?.unsubscribe(pair),
  }
}
