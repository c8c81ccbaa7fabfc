import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../tests/until.ts'

setDefaultTimeout(600_000)

/** What the built program has of a server, without the rest of it */
const program = `
import './web-socket.ts'
import { openSocket } from '../../market/feed/binance-socket.ts'
import { serve } from './serve.ts'
const counts = { taken: 0, refused: 0 }
const websocket = { maxPayloadLength: 10, backpressureLimit: 10, open: (socket) => void socket.send('hello'), message() {}, error() {}, close() {} }
const server = await serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 1, websocket, fetch: (request, server) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/counts') return Response.json({ ...counts, pending: server.pendingRequests })
  if (pathname === '/fails') throw new Error('A fault of the handler')
  if (pathname === '/large') return new Response(new Uint8Array(64 << 20))
  if (pathname === '/patient') {
    server.timeout(request, 60)
    return new Promise((resolve) => setTimeout(resolve, 2500, new Response('patient')))
  }
  const isTaken = server.upgrade(request, { data: {} })
  counts[isTaken ? 'taken' : 'refused']++
  return isTaken ? undefined : new Response('No socket', { status: 426 })
} })
const plain = await serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 1, fetch: () => new Response('plain') })
const clock = { after: () => () => {} }
const follow = (path) => new Promise((resolve) => {
  const leave = openSocket('ws://127.0.0.1:' + server.port + path, clock, {
    onMessage: (message) => {
      resolve(message)
      leave()
    },
    onEnd: (wasOpen, refusal) => resolve(refusal),
  })
})
const followed = [await follow('/socket'), await follow('/fails')]
console.log(JSON.stringify({ port: server.port, plain: plain.port, followed }))
`
const hasNode = Bun.which('node') !== null
const folder = await mkdtemp(join(tmpdir(), 'kurs-node-'))
let child: ReturnType<typeof startNode> | undefined
let said: { port: number; plain: number; followed: unknown[] }

function startNode(path: string) {
  return Bun.spawn(['node', path], { stdout: 'pipe', stderr: 'ignore' })
}

beforeAll(async () => {
  if (!hasNode) return
  const entry = join(import.meta.dir, 'entry.ts')
  await Bun.build({
    entrypoints: [entry],
    files: { [entry]: program },
    outdir: folder,
    target: 'node',
    naming: 'it.mjs',
  })
  child = startNode(join(folder, 'it.mjs'))
  const { value } = await child.stdout.getReader().read()
  said = JSON.parse(new TextDecoder().decode(value))
})

afterAll(async () => {
  child?.kill()
  await rm(folder, { recursive: true })
})

/** @returns the line of the status, once the server has hung up */
async function ask(lines: string[]): Promise<string> {
  const socket = connect(said.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await closed
  return received.split('\r\n')[0] ?? ''
}

const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
const host = 'Host: localhost'

async function counts(): Promise<{ taken: number; refused: number; pending: number }> {
  return (await fetch(`http://127.0.0.1:${said.port}/counts`)).json()
}

test.skipIf(!hasNode)('no request for a websocket ends the process', async () => {
  expect(await ask(['TRACE /socket HTTP/1.1', host, ...upgrade])).toBe('HTTP/1.1 400 Bad Request')
  expect(await ask(['GET /socket HTTP/1.1', 'Host: a:b@localhost', ...upgrade])).toBe('HTTP/1.1 400 Bad Request')
  expect(await ask(['GET /fails HTTP/1.1', host, ...upgrade])).toBe('HTTP/1.1 500 Internal Server Error')
  expect((await fetch(`http://127.0.0.1:${said.port}/fails`)).status).toBe(500)
})

test.skipIf(!hasNode)('what only looks like a websocket is not told to have become one', async () => {
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const before = await counts()
  for (const wrong of [
    [...upgrade, 'Sec-WebSocket-Key: short'],
    upgrade,
    ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 7', key],
    ['Connection: Upgrade', 'Upgrade: h2c', key],
  ])
    expect(await ask(['GET /socket HTTP/1.1', host, ...wrong])).toMatch(/^HTTP\/1.1 4/)
  const { taken, refused } = await counts()
  expect([taken - before.taken, refused - before.refused]).toEqual([0, 4])
})

test.skipIf(!hasNode)('who does not read is hung up on, who waits is not', async () => {
  const waiting = fetch(`http://127.0.0.1:${said.port}/patient`)
  const deaf = connect(said.port, '127.0.0.1').pause()
  deaf.on('error', () => undefined)
  deaf.write(`GET /large HTTP/1.1\r\n${host}\r\n\r\n`)
  await until(async () => (await counts()).pending > 1)
  expect(await (await waiting).text()).toBe('patient')
  await until(async () => (await counts()).pending === 1)
  deaf.destroy()
})

test.skipIf(!hasNode)('a server without websockets answers as well', async () => {
  expect(await (await fetch(`http://127.0.0.1:${said.plain}/`)).text()).toBe('plain')
})

test.skipIf(!hasNode)('the source of prices is followed by a websocket, and says why it refuses one', () => {
  expect(said.followed).toEqual(['hello', 500])
})
