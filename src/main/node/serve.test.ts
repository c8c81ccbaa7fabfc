import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../tests/until.ts'

setDefaultTimeout(60_000)

/** The server parts of the built program, without the rest */
const program = `
import './polyfills.ts'
import './web-socket.ts'
import { Hono } from 'hono'
import { behindSlashes } from '../../app/addresses.ts'
import { limitBody } from '../../http/body.ts'
import { AppError } from '../../http/errors.ts'
import { openSocket } from '../../market/feed/exchange/socket.ts'
import { serve } from './serve.ts'
const counts = { taken: 0, refused: 0 }
const websocket = { maxPayloadLength: 10, backpressureLimit: 10, open: (socket) => void socket.send('hello'), message() {}, error() {}, close() {} }
const form = new Hono()
  .get('/form', (c) => c.text('read ' + c.req.query('q')))
  .post('/form', limitBody(1000, undefined, { silence: 60000, whole: 500 }), async (c) => c.text(await c.req.text()))
  .onError((error, c) => c.text(error.message, error instanceof AppError ? error.status : 500))
let release = () => {}
const server = await serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 1, websocket, fetch: (request, server) => {
  const { pathname, searchParams } = new URL(request.url)
  const from = Number(searchParams.get('from'))
  if (pathname === '/open') return Response.json(process._getActiveHandles().some(({ remotePort }) => remotePort === from))
  if (pathname === '/counts') return Response.json({ ...counts, pending: server.pendingRequests })
  if (pathname === '/fails') throw new Error('A fault of the handler')
  if (pathname === '/large') return new Response(new Uint8Array(64 << 20))
  if (pathname === '/patient') {
    server.timeout(request, 60)
    return new Promise((resolve) => {
      release = () => resolve(new Response('patient'))
    })
  }
  if (pathname === '/release') {
    release()
    return new Response()
  }
  if (pathname === '/form') {
    server.timeout(request, 60)
    return form.fetch(request)
  }
  const isTaken = server.upgrade(request, { data: {} })
  counts[isTaken ? 'taken' : 'refused']++
  return isTaken ? undefined : new Response('No socket', { status: 426 })
} })
const plain = await serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 1, fetch: () => new Response('plain') })
const behind = behindSlashes((request) => form.fetch(request))
const slashed = await serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 1, fetch: (request) => behind(request) })
const clock = { after: () => () => {} }
const follow = (path) => new Promise((resolve) => {
  const socket = openSocket('ws://127.0.0.1:' + server.port + path, clock, {
    onMessage: (message) => {
      resolve(message)
      socket.close()
    },
    onEnd: (wasOpen, refusal) => resolve(refusal),
  })
})
const followed = [await follow('/socket'), await follow('/fails')]
console.log(JSON.stringify({ port: server.port, plain: plain.port, slashed: slashed.port, followed }))
`
const hasNode = Bun.which('node') !== null
const folder = await mkdtemp(join(tmpdir(), 'kurs-node-'))
let child: ReturnType<typeof startNode> | undefined
let said: { port: number; plain: number; slashed: number; followed: unknown[] }

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

/** Sends a request. @returns the status line, once the server has closed the connection */
async function ask(lines: string[]): Promise<string> {
  return (await exchange(`${lines.join('\r\n')}\r\n\r\n`)).split('\r\n')[0] ?? ''
}

/** @param drop  text sent repeatedly until the server closes the connection. @returns all data received until then */
async function exchange(text: string, drop?: string): Promise<string> {
  const socket = connect(said.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.write(text)
  const dripping = drop === undefined ? undefined : setInterval(() => socket.write(drop), 50)
  await closed
  clearInterval(dripping)
  return received
}

const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
const host = 'Host: localhost'

/** Retries on 408: a busy machine may check for idle connections before it reads the request. */
async function get(path: string): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(`http://127.0.0.1:${said.port}${path}`)
    if (response.status !== 408 || tries === 20) return response
  }
}

async function counts(): Promise<{ taken: number; refused: number; pending: number }> {
  return (await get('/counts')).json()
}

test.skipIf(!hasNode)('invalid websocket requests do not crash the process', async () => {
  expect(await ask(['TRACE /socket HTTP/1.1', host, ...upgrade])).toBe('HTTP/1.1 400 Bad Request')
  expect(await ask(['GET /socket HTTP/1.1', 'Host: a:b@localhost', ...upgrade])).toBe('HTTP/1.1 400 Bad Request')
  expect(await ask(['GET /fails HTTP/1.1', host, ...upgrade])).toBe('HTTP/1.1 500 Internal Server Error')
  expect((await get('/fails')).status).toBe(500)
})

test.skipIf(!hasNode)('an invalid websocket handshake is not reported as upgraded', async () => {
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const before = await counts()
  for (const wrong of [
    [...upgrade, 'Sec-WebSocket-Key: short'],
    upgrade,
    ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 7', key],
    ['Connection: Upgrade, close', 'Upgrade: h2c', key],
  ])
    expect(await ask(['GET /socket HTTP/1.1', host, ...wrong])).toMatch(/^HTTP\/1.1 4/)
  const { taken, refused } = await counts()
  expect([taken - before.taken, refused - before.refused]).toEqual([0, 4])
})

test.skipIf(!hasNode)('a client that does not read is disconnected, one that waits is not', async () => {
  const waiting = get('/patient')
  const deaf = connect(said.port, '127.0.0.1').pause()
  deaf.on('error', () => undefined)
  deaf.write(`GET /large HTTP/1.1\r\n${host}\r\n\r\n`)
  await until(async () => (await counts()).pending === 3)
  await until(async () => (await counts()).pending === 2)
  // The second request is sent later than the waiting one, and its connection is closed for being idle
  await exchange('GET /half HTTP/1.1\r\n')
  await get('/release')
  expect(await (await waiting).text()).toBe('patient')
  deaf.destroy()
})

test.skipIf(!hasNode)('a client that does not read its refused websocket answer is disconnected', async () => {
  const deaf = connect(said.port, '127.0.0.1').pause()
  deaf.on('error', () => undefined)
  await new Promise<void>((resolve) =>
    deaf.write(`GET /large HTTP/1.1\r\n${host}\r\n${upgrade.join('\r\n')}\r\n\r\n`, () => resolve()),
  )
  const isOpen = async () => (await get(`/open?from=${deaf.localPort}`)).json()
  await until(isOpen)
  await until(async () => !(await isOpen()))
  deaf.destroy()
})

test.skipIf(!hasNode)('headers and bodies that arrive one byte at a time run into a timeout', async () => {
  expect(await exchange(`GET /counts HTTP/1.1\r\n${host}\r\nX-Slow: `, 'x')).toMatch(/^HTTP\/1\.1 408 /)
  const post = `POST /form HTTP/1.1\r\n${host}\r\n`
  const slow = await exchange(`${post}Content-Length: 900\r\n\r\n`, 'x')
  expect(slow).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*took too long/i)
  expect(await exchange(`${post}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n')).toMatch(/^HTTP\/1\.1 408 /)
})

test.skipIf(!hasNode)('headers above 16 KiB and bodies with two lengths are rejected', async () => {
  const close = `${host}\r\nConnection: close\r\n`
  expect(await exchange(`GET /counts HTTP/1.1\r\n${close}X-Large: ${'x'.repeat(17_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  )
  expect(await exchange(`GET /${'x'.repeat(17_000)} HTTP/1.1\r\n${close}\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
  const twoLengths = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await exchange(`POST /form HTTP/1.1\r\n${close}${twoLengths}`)).toMatch(/^HTTP\/1\.1 400 /)
})

test.skipIf(!hasNode)('a request to upgrade to another protocol is answered in HTTP/1.1 with its body', async () => {
  const wishes = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
  const text = 'всё, что было послано'
  const length = Buffer.byteLength(text)
  const post = `POST /form HTTP/1.1\r\n${host}\r\n${wishes}`
  expect(await exchange(`${post}Content-Length: ${length}\r\n\r\n${text}`)).toEndWith(`\r\n\r\n${text}`)
  const chunked = `Transfer-Encoding: chunked\r\n\r\n${length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
  expect(await exchange(post + chunked)).toContain(text)
  expect(await exchange(`${post}Content-Length: 2000\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /)
})

test.skipIf(!hasNode)('no header that delimits a request is lost, however many precede it', async () => {
  const many = Array.from({ length: 1200 }, () => 'a: b').join('\r\n')
  const hidden = `GET /counts HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`
  const wish = 'Connection: Upgrade\r\nUpgrade: h2c'
  const post = `POST /form HTTP/1.1\r\n${host}\r\n${wish}\r\n${many}\r\nContent-Length: ${hidden.length}\r\n\r\n`
  expect(await exchange(post + hidden)).toEndWith(`\r\n\r\n${hidden}`)
})

test.skipIf(!hasNode)('with trailing slashes in URLs, pages are served and forms arrive with bodies', async () => {
  const at = (path: string) => `http://127.0.0.1:${said.slashed}${path}`
  const text = 'всё, что было послано'
  const led = await fetch(at('/form?q=1'), { redirect: 'manual' })
  expect([led.status, led.headers.get('location')]).toEqual([301, '/form/?q=1'])
  expect(await (await fetch(at('/form/?q=1'))).text()).toBe('read 1')
  for (const path of ['/form', '/form/']) {
    expect(await (await fetch(at(path), { method: 'POST', body: text })).text()).toBe(text)
    const streamed = new Blob([text]).stream()
    expect(await (await fetch(at(path), { method: 'POST', body: streamed })).text()).toBe(text)
    expect((await fetch(at(path), { method: 'POST', body: 'x'.repeat(2000) })).status).toBe(413)
  }
})

test.skipIf(!hasNode)('a server without websockets answers as well', async () => {
  expect(await (await fetch(`http://127.0.0.1:${said.plain}/`)).text()).toBe('plain')
})

test.skipIf(!hasNode)('the feed client connects by websocket and reports the status of a refusal', () => {
  expect(said.followed).toEqual(['hello', 500])
})
