import { WebSocket } from 'ws'

/** What a websocket has received: text, bytes, or the code it was closed with. */
export type Frame = string | Uint8Array | { code: number }

/** A websocket without any protocol above it: a test sends what it likes and takes frames one by one. */
export interface RawSocket {
  send(...frames: (string | Uint8Array)[]): void
  /** The next frame, waited for; heartbeats that are answered are left out. */
  next(): Promise<Frame>
  /** Whether pings are answered from now on; else they are frames like any other */
  answersPings: boolean
  /** Everything that has arrived and was not taken. */
  taken(): Frame[]
  /** The code that the server, or this side, has closed it with; waited for. */
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
  // A refused handshake ends in `close` as well.
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

/** A client of Socket.IO that has joined the usual namespace, and has been told the state of the feed, which is left out. */
export async function openJoined(url: string, options?: RawSocketOptions): Promise<RawSocket> {
  const socket = await openRawSocket(url, options)
  await socket.next()
  socket.send('40')
  await socket.next()
  await socket.next()
  return socket
}
