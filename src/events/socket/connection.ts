import type { Socket } from 'node:net'
import { createFrameReader, encodeFrame } from './frames.ts'

/** 8 MiB may wait for one that reads slowly; then it is let go, and reads what it has missed from the database. */
const maxQueuedBytes = 8 << 20

export interface ConnectionListener {
  onText(text: string): void
  /** Once; nothing is called after it. @param fault  what was wrong with the other side, or the system's code */
  onEnd(fault: string | undefined): void
}

export interface Connection {
  send(frame: Uint8Array): void
  /** Ends it without calling `onEnd`. */
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
    if (!texts) return end('sends what is no frame')
    for (const text of texts) if (!isOver) onText(text)
  })
  socket.on('error', (error) => {
    const code = 'code' in error ? String(error.code) : error.message
    end(hasLeft(code) ? undefined : code)
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

/** It has ended before it read all that was on its way, as every process may that is stopped. */
function hasLeft(code: string): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE'
}

export function frameOf(text: string, onTooLong: (bytes: number) => void): Uint8Array | undefined {
  const frame = encodeFrame(text)
  if (!frame) onTooLong(Buffer.byteLength(text))
  return frame
}
