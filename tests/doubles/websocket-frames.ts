import { createHash } from 'node:crypto'

/* Encodes the websocket protocol (RFC 6455) by hand, because a double that breaks off inside a frame needs the raw
   bytes. */

export const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export interface Frame {
  opcode: number
  payload: Buffer
}

/** Encodes a whole message as a server frame; servers do not mask. */
export function serverFrame(opcode: number, payload: string | Uint8Array): Buffer {
  const body = Buffer.from(payload)
  const header = Buffer.alloc(body.length < 126 ? 2 : body.length < 65_536 ? 4 : 10)
  header[0] = 0x80 | opcode
  if (body.length < 126) header[1] = body.length
  else if (body.length < 65_536) {
    header[1] = 126
    header.writeUInt16BE(body.length, 2)
  } else {
    header[1] = 127
    header.writeBigUInt64BE(BigInt(body.length), 2)
  }
  return Buffer.concat([header, body])
}

/** Splits the masked frames of a client off the received bytes; returns the incomplete rest. */
export function readClientFrames(bytes: Buffer): { frames: Frame[]; rest: Buffer } {
  const frames: Frame[] = []
  let rest = bytes
  while (rest.length >= 6) {
    const short = (rest[1] ?? 0) & 0x7f
    const start = short < 126 ? 2 : short === 126 ? 4 : 10
    if (rest.length < start + 4) break
    const length = short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2))
    const end = start + 4 + length
    if (rest.length < end) break
    const mask = rest.subarray(start, start + 4)
    const payload = Buffer.from(rest.subarray(start + 4, end).map((byte, at) => byte ^ (mask[at % 4] ?? 0)))
    frames.push({ opcode: (rest[0] ?? 0) & 0x0f, payload })
    rest = rest.subarray(end)
  }
  return { frames, rest }
}

/** Returns the response to an upgrade. */
export function acceptance(key: string): string {
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
}
