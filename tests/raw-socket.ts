import { WebSocket } from 'ws'

/** A received websocket frame: text, bytes, or the close code. */
type Frame = string | Uint8Array | { code: number }

/** A websocket without a protocol on top: a test sends any frames and reads frames one by one. */
export interface RawSocket {
  send(...frames: (string | Uint8Array)[]): void
  /** Waits for the next frame; leaves out heartbeats that are answered automatically. */
  next(): Promise<Frame>
  /** Whether pings are answered automatically from now on; otherwise they are returned as frames */
  answersPings: boolean
  /** Returns and removes all frames that have arrived and were not read yet. */
  taken(): Frame[]
  /** Resolves with the close code once the server or this side closes it. */
  closed: Promise<number>
  close(): void
}

export interface RawSocketOptions {
  headers?: Record<string, string>
}

export async function openRawSocket(url: string, { headers = {} }: RawSocketOptions = {}): Promise<RawSocket> {
  const socket = new WebSocket(url, { headers })
  const frames: Frame[] = []
  let wake = () => {}
  const put = (frame: Frame) => {
    frames.push(frame)
    wake()
  }
  const { promise: closed, resolve: setClosed } = Promise.withResolvers<number>()
  const next = async (): Promise<Frame> => {
    for (;;) {
      const frame = frames.shift()
      if (frame !== undefined) return frame
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const raw: RawSocket = {
    answersPings: true,
    send: (...sent) => {
      for (const frame of sent) socket.send(frame)
    },
    next,
    taken: () => frames.splice(0),
    closed,
    close: () => socket.close(),
  }
  socket.on('message', (data: Buffer, isBinary) => {
    const frame = isBinary ? new Uint8Array(data) : data.toString()
    if (raw.answersPings && frame === '2') socket.send('3')
    else put(frame)
  })
  // Ignores the error: a refused handshake also emits `close`.
  socket.on('error', () => undefined)
  socket.on('close', (code) => {
    setClosed(code)
    put({ code })
  })
  await new Promise<void>((resolve) => {
    socket.on('open', () => resolve())
    socket.on('close', () => resolve())
  })
  return raw
}

/**
 * Opens a Socket.IO client that has joined the default namespace; consumes the first frame with the state of the feed.
 */
export async function openJoined(url: string, options?: RawSocketOptions): Promise<RawSocket> {
  const socket = await openRawSocket(url, options)
  await socket.next()
  socket.send('40')
  await socket.next()
  await socket.next()
  return socket
}
