/**
 * Ten thousand clients that stay connected: most read everything and answer heartbeats, some read a little now and
 * then, some not at all. Prints their state once a second, as a line of JSON.
 */
import { assetOf } from './load.ts'

export interface SoakState {
  /** Clients that read everything: open now, and lost since the start */
  steady: number
  lost: number
  /** Number of clients that read little or nothing */
  lazy: number
  /** Number of events that steady clients received: each is a text frame and its binary frame */
  ticks: number
  /** Number of events whose two frames were not adjacent */
  broken: number
}

const [port = '', clients = '', each = ''] = process.argv.slice(2)
const pairs = 100
const state: SoakState = { steady: 0, lost: 0, lazy: 0, ticks: 0, broken: 0 }

/** Builds a text frame. Clients must mask frames; a mask of zeros leaves the text unchanged. */
function frame(text: string): Buffer {
  return Buffer.concat([Buffer.of(0x81, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)])
}

const pong = frame('3')
const bytesOpcode = 0x82
const ping = '2'.charCodeAt(0)

/** Iterates over the frames of a chunk; keeps an incomplete last frame for the next call. */
function createWalker(onPing: () => void): (chunk: Buffer) => void {
  let kept = Buffer.alloc(0)
  let isHeaded = false
  return (chunk) => {
    const bytes = kept.length > 0 ? Buffer.concat([kept, chunk]) : chunk
    let at = 0
    while (at + 2 <= bytes.length) {
      const length = bytes[at + 1] ?? 0
      const start = length === 126 ? at + 4 : at + 2
      const end = start + (length === 126 ? bytes.readUInt16BE(at + 2) : length)
      if (end > bytes.length) break
      const isBytes = bytes[at] === bytesOpcode
      if (isBytes !== isHeaded) state.broken++
      // The text frame of an event with binary data begins with 451.
      isHeaded = !isBytes && bytes[start] === 0x34 && bytes[start + 1] === 0x35
      if (isBytes) state.ticks++
      else if (end - start === 1 && bytes[start] === ping) onPing()
      at = end
    }
    kept = Buffer.from(bytes.subarray(at))
  }
}

type Habit = 'steady' | 'slow' | 'deaf'

async function openClient(at: number): Promise<void> {
  const habit: Habit = at % 40 === 0 ? 'slow' : at % 40 === 20 ? 'deaf' : 'steady'
  const { promise: joined, resolve } = Promise.withResolvers<void>()
  let heard = ''
  let isGreeted = false
  let isJoined = false
  const socket = await Bun.connect({
    hostname: `127.0.0.${1 + (at % 4)}`,
    port: Number(port),
    socket: {
      data: (socket, chunk) => {
        if (isJoined) return walk(chunk)
        heard += chunk.toString('latin1')
        if (!isGreeted && heard.includes('0{"sid"')) {
          isGreeted = true
          heard = heard.slice(heard.indexOf('0{"sid"') + 1)
          socket.write(frame('40'))
        }
        if (!heard.includes('40{"sid"')) return
        isJoined = true
        const asked = Array.from({ length: Number(each) }, (_, nth) => assetOf((at * 7 + nth) % pairs))
        const texts = asked.map((asset) => frame(`42${JSON.stringify(['subscribe', { asset, tf: 1 }])}`))
        socket.write(Buffer.concat(texts))
        resolve()
      },
      close: () => {
        if (habit === 'steady') {
          state.steady--
          state.lost++
        } else state.lazy--
      },
    },
  })
  const walk = createWalker(() => void socket.write(pong))
  const head = ['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', `Host: 127.0.0.1:${port}`]
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  socket.write([...head, ...upgrade, `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`, '', ''].join('\r\n'))
  await joined
  if (habit === 'steady') state.steady++
  else {
    state.lazy++
    socket.pause()
    // Reads briefly every few seconds: gets all data that has arrived by then, then stops reading again.
    if (habit === 'slow') {
      setInterval(() => {
        socket.resume()
        setTimeout(() => socket.pause(), 50)
      }, 4000)
    }
  }
}

let next = 0
const work = async () => {
  while (next < Number(clients)) await openClient(next++)
}
await Promise.all(Array.from({ length: 200 }, work))
const say = () => process.stdout.write(`${JSON.stringify(state)}\n`)
say()
setInterval(say, 1000)
process.stdin.on('end', () => process.exit()).resume()
