import { connect } from 'node:net'
import type { Logger } from '../../log/logger.ts'
import type { Transport, TransportListener } from '../transport.ts'
import { type Connection, frameOf, openConnection } from './connection.ts'
import { greeting, type SocketPath } from './hub.ts'

const firstPauseMs = 50
/** Max pause between attempts to connect to the hub, ms */
const maxPauseMs = 2000

export interface PeerOptions {
  socket: SocketPath
  log: Pick<Logger, 'info' | 'warn'>
  random?: () => number
}

/** Connects this process to the hub, and so to all other processes; reconnects with backoff. */
export function openPeer({ socket, log, random = Math.random }: PeerOptions, listener: TransportListener): Transport {
  let connection: Connection | undefined
  let isJoined = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  const tooLong = (bytes: number) => log.warn('Event too long: not sent to other processes', { bytes })

  const lose = (fault?: string) => {
    connection = undefined
    if (isJoined || failures === 0) {
      const message = 'No connection to the event hub (the process with the role feed). Reconnecting.'
      log.warn(message, { socket: socket.path, fault })
      listener.onLeft()
    }
    isJoined = false
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** failures++) * (0.5 + random() / 2)
    retry = setTimeout(open, pauseMs)
  }
  const open = () => {
    const opened = openConnection(connect(socket.path), {
      onText: (text) => {
        if (isJoined) return listener.onMessage(text)
        if (text !== greeting) {
          opened.close()
          return lose('the event hub runs another release')
        }
        isJoined = true
        failures = 0
        log.info('connected to the event hub: receiving events of other processes', { socket: socket.path })
        listener.onJoined()
      },
      onEnd: lose,
    })
    connection = opened
  }
  open()
  return {
    send: (message) => {
      const frame = isJoined ? frameOf(message, tooLong) : undefined
      if (frame) connection?.send(frame)
    },
    hasOthers: () => isJoined,
    close: async () => {
      clearTimeout(retry)
      connection?.close()
    },
  }
}
