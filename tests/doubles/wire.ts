import type { OpenTransport, TransportListener } from '../../src/events/transport.ts'

/** A message channel between participants in this process; a test may cut the channel or drop messages. */
export interface Wire {
  open: OpenTransport
  /** Disconnects all participants; each of them is notified. */
  cut(): void
  mend(): void
  /** Whether a message is lost without an error; false by default */
  loses(message: string): boolean
}

export function createWire(): Wire {
  const listeners = new Set<TransportListener>()
  let isCut = false
  const wire: Wire = {
    open: (listener) => {
      listeners.add(listener)
      if (!isCut) listener.onJoined()
      return {
        send: (message) => {
          if (isCut || wire.loses(message)) return
          for (const other of [...listeners]) if (other !== listener) other.onMessage(message)
        },
        hasOthers: () => !isCut && listeners.size > 1,
        close: async () => {
          listeners.delete(listener)
        },
      }
    },
    cut: () => {
      isCut = true
      for (const listener of [...listeners]) listener.onLeft()
    },
    mend: () => {
      isCut = false
      for (const listener of [...listeners]) listener.onJoined()
    },
    loses: () => false,
  }
  return wire
}
