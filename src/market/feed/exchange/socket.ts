import type { Clock } from '../clock.ts'

const openWithinMs = 10_000

export interface SocketListener {
  onOpen?(): void
  onMessage(message: unknown): void
  /** Called when the connection has ended. @param refusal  HTTP status that refused the upgrade, if known */
  onEnd(wasOpen: boolean, refusal: number | undefined): void
}

export interface Socket {
  /** Sends a text; does nothing unless the connection is open. */
  send(text: string): void
  close(): void
}

/** Opens a WebSocket; Bun answers pings. After `close` no listener is called. */
export function openSocket(url: string, clock: Clock, { onOpen, onMessage, onEnd }: SocketListener): Socket {
  let [isOpen, isOver] = [false, false]
  let refusal: number | undefined
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const cancel = clock.after(openWithinMs, () => {
    if (!isOpen) end()
  })
  const leave = () => {
    isOver = true
    cancel()
    // `terminate` closes immediately; a closing handshake would wait for a peer that may be gone.
    if ('terminate' in socket && typeof socket.terminate === 'function') socket.terminate()
    else socket.close()
  }
  const end = () => {
    if (isOver) return
    leave()
    onEnd(isOpen, refusal)
  }
  socket.addEventListener('open', () => {
    if (isOver) return
    isOpen = true
    cancel()
    onOpen?.()
  })
  socket.addEventListener('message', ({ data }) => {
    if (!isOver) onMessage(data)
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', (event) => {
    refusal = statusIn(event)
    end()
  })
  return {
    send: (text) => {
      if (isOpen && !isOver) socket.send(text)
    },
    close: () => {
      if (!isOver) leave()
    },
  }
}

/** Browsers do not expose the HTTP status of a failed upgrade; Bun and `ws` put it at the end of the message. */
function statusIn(event: Event): number | undefined {
  const message = 'message' in event ? String(event.message) : ''
  const [, status] = /(?:Expected 101 status code|Unexpected server response): (\d{3})/.exec(message) ?? []
  return status === undefined ? undefined : Number(status)
}
