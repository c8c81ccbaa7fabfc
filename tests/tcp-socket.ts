import { connect } from 'node:net'

/** A websocket frame as received on the wire. */
export interface WireFrame {
  /** Frame type: 1 = text, 2 = bytes, 8 = close */
  opcode: number
  payload: Buffer
}

/** A websocket client on a bare TCP socket. Unlike other clients, this one can stop reading. */
export interface TcpSocket {
  /** Sends text frames with any content */
  send(...texts: string[]): void
  /** Sends raw bytes, valid frames or not */
  sendRaw(bytes: Uint8Array): void
  /** Complete frames read so far */
  frames: WireFrame[]
  /** Stops reading: data piles up in the network's buffers and then at the sender. */
  pause(): void
  resume(): void
  isClosed(): boolean
  close(): void
}

const shortest = 125
const length16 = 126
const length64 = 127

export async function openTcpSocket(port: number, path: string): Promise<TcpSocket> {
  const socket = connect(port, '127.0.0.1')
  const frames: WireFrame[] = []
  let unread: Buffer = Buffer.alloc(0)
  let isUpgraded = false
  let isClosed = false
  const { promise: upgraded, resolve } = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    if (!isUpgraded) {
      const end = unread.indexOf('\r\n\r\n')
      if (end < 0) return
      isUpgraded = true
      unread = unread.subarray(end + 4)
      resolve()
    }
    for (let frame = takeFrame(unread); frame; frame = takeFrame(unread)) {
      frames.push(frame)
      unread = unread.subarray(frame.end)
    }
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
    resolve()
  })
  const head = [`GET ${path}?EIO=4&transport=websocket HTTP/1.1`, `Host: 127.0.0.1:${port}`]
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  socket.write([...head, ...upgrade, `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`, '', ''].join('\r\n'))
  await upgraded
  return {
    send: (...texts) => {
      for (const text of texts) socket.write(textFrame(text))
    },
    sendRaw: (bytes) => void socket.write(bytes),
    frames,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    isClosed: () => isClosed,
    close: () => socket.destroy(),
  }
}

/** Returns the first frame in the bytes, with its end; undefined while it is incomplete. */
function takeFrame(bytes: Buffer): (WireFrame & { end: number }) | undefined {
  if (bytes.length < 2) return undefined
  const short = bytes.readUInt8(1) & 127
  const start = short === length16 ? 4 : short === length64 ? 10 : 2
  if (bytes.length < start) return undefined
  const length =
    short === length16 ? bytes.readUInt16BE(2) : short === length64 ? Number(bytes.readBigUInt64BE(2)) : short
  const end = start + length
  if (bytes.length < end) return undefined
  return { opcode: bytes.readUInt8(0) & 15, payload: Buffer.from(bytes.subarray(start, end)), end }
}

/** Builds a text frame. Clients must mask frames; a mask of zeros leaves the text unchanged. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const isShort = payload.length <= shortest
  const head = Buffer.alloc(isShort ? 6 : 8)
  head.writeUInt8(0x81)
  head.writeUInt8(0x80 | (isShort ? payload.length : length16), 1)
  if (!isShort) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}
