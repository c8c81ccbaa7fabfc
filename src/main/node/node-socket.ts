import { WebSocket } from 'ws'
import type { WireHandler, WireSocket } from '../../ticker/protocol/wire.ts'

export interface Topics {
  publish(topic: string, message: string | Uint8Array): void
  join(topic: string, socket: Listener): void
  leave(topic: string, socket: Listener): void
  /** Number of topics with at least one socket */
  readonly size: number
}

type Listener = Pick<WireSocket<unknown>, 'send'>

/** Pub/sub topics; a topic exists while a socket has joined it */
export function createTopics(): Topics {
  const topics = new Map<string, Set<Listener>>()
  return {
    publish: (topic, message) => {
      for (const socket of topics.get(topic) ?? []) socket.send(message)
    },
    join: (topic, socket) => {
      const sockets = topics.get(topic) ?? new Set()
      topics.set(topic, sockets.add(socket))
    },
    leave: (topic, socket) => {
      const sockets = topics.get(topic)
      if (sockets?.delete(socket) && sockets.size === 0) topics.delete(topic)
    },
    get size() {
      return topics.size
    },
  }
}

/** Connects a socket to the handler's events. @param data  the handler's data about the client */
export function joinSocket<T>(socket: WebSocket, data: T, handler: WireHandler<T>, topics: Topics): void {
  const joined = new Set<string>()
  const wire: WireSocket<T> = {
    data,
    send: (message) => {
      if (socket.readyState !== WebSocket.OPEN) return 0
      socket.send(message)
      // Same as Bun's `closeOnBackpressureLimit`
      if (socket.bufferedAmount <= handler.backpressureLimit) return message.length
      socket.terminate()
      return 0
    },
    cork: (run) => run(),
    getBufferedAmount: () => socket.bufferedAmount,
    subscribe: (topic) => {
      joined.add(topic)
      topics.join(topic, wire)
    },
    unsubscribe: (topic) => {
      joined.delete(topic)
      topics.leave(topic, wire)
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  }
  const guard = (run: () => void) => {
    try {
      run()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      handler.error(error, wire)
    }
  }
  socket.binaryType = 'nodebuffer'
  socket.on('message', (message, isBinary) => {
    if (Buffer.isBuffer(message)) guard(() => handler.message(wire, isBinary ? message : message.toString()))
  })
  // The socket closes after an error, with the matching close code.
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const topic of joined) topics.leave(topic, wire)
    guard(() => handler.close(wire))
  })
  guard(() => handler.open(wire))
}
