import type { Clock } from './clock.ts'

const openWithinMs = 10_000

export interface SocketListener {
  onMessage(message: unknown): void
  onEnd(wasOpen: boolean): void
}

/** Bun answers pings. Returns the end, after which nothing is called. */
export function openSocket(url: string, clock: Clock, { onMessage, onEnd }: SocketListener): () => void {
  let [isOpen, isOver] = [false, false]
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const cancel = clock.after(openWithinMs, () => {
    if (!isOpen) end()
  })
  const leave = () => {
    isOver = true
    cancel()
    // Bun can hang up at once; a closing handshake would wait for a peer that may be gone.
    if ('terminate' in socket && typeof socket.terminate === 'function') socket.terminate()
    else socket.close()
  }
  const end = () => {
    if (isOver) return
    leave()
    onEnd(isOpen)
  }
  socket.addEventListener('open', () => {
    isOpen = true
    cancel()
  })
  socket.addEventListener('message', ({ data }) => {
    if (!isOver) onMessage(data)
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  return () => {
    if (!isOver) leave()
  }
}
