import type { Socket } from 'node:net'
import { createFrameReader, encodeFrame } from './frames.ts'

/** Maximum bytes queued for a slow reader (8 MiB). Then it is dropped, and reads what it missed from the database. */
const maxQueuedBytes = 8 << 20

export interface ConnectionListener {
  onText(text: string): void
  /** Called once, after the last frame. @param fault  violation of the protocol, or the system's error code */
  onEnd(fault: string | undefined): void
}

export interface Connection {
  send(frame: Uint8Array): void
  /** Closes the connection without calling `onEnd`. */
  close(): void
}

export function openConnection(socket: Socket, { onText, onEnd }: ConnectionListener): Connection {
  const frames = createFrameReader()
  let isOver = false
  const leave = () => {
    isOver = true
    socket.destroy()
  }
  const end = (fault?: string) => {
    if (isOver) return
    leave()
    onEnd(fault)
  }
  socket.on('data', (chunk: Uint8Array) => {
    const texts = frames.read(chunk)
    if (!texts) return end('sent an invalid frame')
    for (const text of texts) if (!isOver) onText(text)
  })
  socket.on('error', (error) => {
    const code = 'code' in error ? String(error.code) : error.message
    end(hasDisconnected(code) ? undefined : code)
  })
  socket.on('close', () => end())
  return {
    send: (frame) => {
      if (isOver) return
      if (socket.writableLength + frame.length > maxQueuedBytes) return end('reads too slowly')
      socket.write(frame)
    },
    close: () => {
      if (!isOver) leave()
    },
  }
}

/** Whether the error means that the other side exited before reading everything, as a stopped process does */
function hasDisconnected(code: string): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE'
}

export function frameOf(text: string, onTooLong: (bytes: number) => void): Uint8Array | undefined {
  const frame = encodeFrame(text)
  if (!frame) onTooLong(Buffer.byteLength(text))
  return frame
}
