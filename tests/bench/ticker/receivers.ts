/**
 * Many cheap clients in a separate process: bare sockets that only count bytes, because every tick has the same length.
 * Runs commands from standard input, one JSON object per line, and answers each with one line.
 */
import { createInterface } from 'node:readline'
import { percentile } from '../load.ts'
import { assetOf, preciseNow } from './load.ts'

type ReceiverCommand =
  /** Opens clients, each of which follows `each` of `pairs` pairs, perhaps as a bundle; answers when all have joined */
  | { do: 'open'; port: number; clients: number; pairs: number; each: number; hasProtocol: boolean; isBundled: boolean }
  /** Resets the counters; every tick from now on has `tickBytes` bytes */
  | { do: 'reset'; tickBytes: number }
  | { do: 'count' }
  | { do: 'close' }

export interface Counted {
  clients: number
  /** Number of ticks since the reset */
  ticks: number
  /** Latency from publishing to arrival, of one tick in sixteen, ms */
  p50: number
  p99: number
}

interface Client {
  socket: Bun.Socket<undefined> | undefined
  bytes: number
  isSampled: boolean
}

let clients: Client[] = []
let tickBytes = 1
const latencies: number[] = []
/** One client in sixteen is sampled for latencies. */
const sampledOf = 16
/** Length of the time at the end of every tick, bytes */
const timeBytes = 8

function receive(client: Client, chunk: Buffer): void {
  if (client.isSampled && tickBytes > 1) {
    const now = preciseNow()
    for (let end = tickBytes - (client.bytes % tickBytes); end <= chunk.length; end += tickBytes) {
      if (end >= timeBytes) latencies.push(now - chunk.readDoubleBE(end - timeBytes))
    }
  }
  client.bytes += chunk.length
}

/** Builds a text frame. Clients must mask frames; a mask of zeros leaves the text unchanged. */
function frame(text: string): Buffer {
  const { length } = text
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(0x81, ...size, 0, 0, 0, 0), Buffer.from(text)])
}

async function openClient(at: number, command: Extract<ReceiverCommand, { do: 'open' }>): Promise<Client> {
  const { port, pairs, each, hasProtocol, isBundled } = command
  const { promise: joined, resolve } = Promise.withResolvers<void>()
  const client: Client = { socket: undefined, bytes: 0, isSampled: at % sampledOf === 0 }
  const followed = Array.from({ length: each }, (_, nth) => ({ asset: assetOf((at * 7 + nth) % pairs), tf: 1 }))
  const request = (name: string, asked: unknown) => frame(`42${JSON.stringify([name, asked])}`)
  const asked = isBundled ? [request('bundle', followed)] : followed.map((pair) => request('subscribe', pair))
  let heard = ''
  let step: 'upgrading' | 'greeting' | 'joining' | 'joined' = 'upgrading'
  const advance = (socket: Bun.Socket<undefined>) => {
    if (step === 'upgrading' && heard.includes('\r\n\r\n')) step = hasProtocol ? 'greeting' : 'joined'
    if (step === 'greeting' && heard.includes('0{"sid"')) {
      step = 'joining'
      heard = heard.slice(heard.indexOf('0{"sid"') + 1)
      socket.write(frame('40'))
    }
    if (step === 'joining' && heard.includes('40{"sid"')) step = 'joined'
    if (step !== 'joined') return
    heard = ''
    if (asked.length > 0) socket.write(Buffer.concat(asked))
    resolve()
  }
  client.socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (socket) => {
        const head = ['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', `Host: 127.0.0.1:${port}`]
        const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
        socket.write([...head, ...upgrade, `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`, '', ''].join('\r\n'))
      },
      data: (socket, chunk) => {
        if (step === 'joined') return receive(client, chunk)
        heard += chunk.toString('latin1')
        advance(socket)
      },
      close: () => {
        clients = clients.filter((other) => other !== client)
      },
    },
  })
  await joined
  return client
}

/** Number of concurrent handshakes */
const atOnce = 200

async function open(command: Extract<ReceiverCommand, { do: 'open' }>): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < command.clients) clients.push(await openClient(next++, command))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

createInterface(process.stdin)
  .on('line', async (line) => {
    const command: ReceiverCommand = JSON.parse(line)
    if (command.do === 'open') await open(command)
    if (command.do === 'reset') {
      tickBytes = command.tickBytes
      latencies.length = 0
      for (const client of clients) client.bytes = 0
    }
    if (command.do === 'close') for (const { socket } of clients.splice(0)) socket?.terminate()
    const bytes = clients.reduce((sum, client) => sum + client.bytes, 0)
    const isAsked = command.do === 'count' && latencies.length > 0
    const counted: Counted = {
      clients: clients.length,
      ticks: bytes / tickBytes,
      p50: isAsked ? percentile(latencies, 0.5) : 0,
      p99: isAsked ? percentile(latencies, 0.99) : 0,
    }
    process.stdout.write(`${JSON.stringify(counted)}\n`)
  })
  .on('close', () => process.exit())
