import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { formPatience, limitBody } from '../src/http/body.ts'
import type { AppEnv } from '../src/http/env.ts'
import { AppError } from '../src/http/errors.ts'
import { createHttpServer } from '../src/main/http-server.ts'
import { access } from './access-table.ts'
import { send } from './sender.ts'
import { categories, createTestSite, type TestSite } from './site.ts'
import { sameOrigin } from './visitor.ts'

/* Tests how long slow real connections can occupy the server. For Node: `src/main/node/serve.test.ts`. */

setDefaultTimeout(60_000)

let site: TestSite
let port = 0
const server = createHttpServer({ PORT: 0, HOST: '127.0.0.1' }, { idleSeconds: 1 })
beforeAll(async () => {
  site = await createTestSite({ files: categories })
  const slow = new Hono<AppEnv>()
    .post('/slow/all', limitBody(1000, undefined, { silence: 600_000, whole: 300 }), async (c) =>
      c.text(await c.req.text()),
    )
    .post('/slow/silence', limitBody(1000, undefined, { silence: 200, whole: 600_000 }), async (c) =>
      c.text(await c.req.text()),
    )
    .onError((error, c) => c.text(error.message, error instanceof AppError ? error.status : 500))
  server.mount({ path: '/unread/', fetch: answerUnread })
  server.mount({ path: '/slow/', fetch: (request) => slow.fetch(request) })
  server.mount({ path: '/', fetch: (request, at) => site.app.fetch(request, () => at.requestIP(request)?.address) })
  port = await server.listen()
  // Starts these connections first: they wait for seconds while other tests run.
  held = ['/unread/whole', '/unread/pieces'].map(leaveUnread)
})
afterAll(async () => {
  await server.close()
  await site.close()
})

let held: Promise<number>[]
const unread = new Map<string, PromiseWithResolvers<number>>()
const large = 'x'.repeat(20_000_000)

/**
 * Answers with more data than the system buffers per connection, generated like pages: after a delay, whole or in
 * pieces.
 */
async function answerUnread({ url, signal }: Request): Promise<Response> {
  const { pathname } = new URL(url)
  const askedAt = performance.now()
  signal.addEventListener('abort', () => unread.get(pathname)?.resolve(performance.now() - askedAt))
  await Bun.sleep(1)
  if (pathname === '/unread/whole') return new Response(large)
  const pull = (out: ReadableStreamDefaultController<Uint8Array>) => out.enqueue(new Uint8Array(65_536))
  return new Response(new ReadableStream({ pull }))
}

/** Opens a connection that never reads the response. @returns ms until the server closes the connection */
function leaveUnread(path: string): Promise<number> {
  const left = Promise.withResolvers<number>()
  unread.set(path, left)
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\n${host}\r\n`)
  return left.promise.finally(() => socket.destroy())
}

interface Sent {
  /** Text that the client sends repeatedly until the server closes the connection */
  drop?: string
  /** Whether the client closes its side once data arrives */
  leaves?: boolean
}

/** Sends a text to the server. @returns all data received until the connection is closed */
async function exchange(text: string, { drop, leaves = false }: Sent = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
    if (leaves) socket.end()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.write(text)
  const dripping = drop === undefined ? undefined : setInterval(() => socket.write(drop), 50)
  await closed
  clearInterval(dripping)
  return received
}

const host = 'Host: localhost\r\n'
const close = `${host}Connection: close\r\n`
const statusOf = (answer: string) => answer.split('\r\n')[0]

test('clients with slow or missing headers are disconnected, and others are answered meanwhile', async () => {
  const slow = [
    exchange(`GET /login HTTP/1.1\r\n${host}X-Slow: `, { drop: 'x' }),
    exchange('GET /login?', { drop: 'x' }),
    exchange(`GET /login HTTP/1.1\r\n${host}`, { drop: 'X-Slow: x\r\n' }),
    exchange(`GET /login HTTP/1.1\r\n${host}`),
    exchange(''),
  ]
  expect(statusOf(await exchange(`GET /healthz HTTP/1.1\r\n${close}\r\n`))).toBe('HTTP/1.1 200 OK')
  for (const answer of await Promise.all(slow)) expect(answer).not.toContain(' 200 ')
})

test('clients with slow or stalled bodies are refused and disconnected', async () => {
  const post = (path: string) => `POST ${path} HTTP/1.1\r\n${host}`
  const answers = await Promise.all([
    exchange(`${post('/slow/all')}Content-Length: 900\r\n\r\n`, { drop: 'x' }),
    exchange(`${post('/slow/all')}Transfer-Encoding: chunked\r\n\r\n`, { drop: '1\r\nx\r\n' }),
    exchange(`${post('/slow/silence')}Content-Length: 900\r\n\r\nx`),
    exchange(`${post('/slow/silence')}Transfer-Encoding: chunked\r\n\r\n`),
  ])
  for (const answer of answers) {
    expect(statusOf(answer)).toBe('HTTP/1.1 408 Request Timeout')
    expect(answer).toMatch(/connection: close/i)
    expect(answer).toContain('The request took too long to arrive.')
  }
  expect(formPatience).toEqual({ silence: 10_000, whole: 30_000 })
})

test('clients that do not read the response are disconnected as soon as silent ones', async () => {
  // The options allow one second, but the runtime checks only every four seconds.
  for (const ms of await Promise.all(held)) expect(ms).toBeLessThan(12_000)
})

test('a body timeout is a page for browsers and problem+json for API clients', async () => {
  const body = () => new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new AppError(408, 'Too slow')) })
  const post = (path: string) =>
    site.app.request(path, {
      method: 'POST',
      headers: { ...sameOrigin, accept: 'text/html' },
      body: body(),
    })
  const [form, program] = [await post('/en/login'), await post('/api/auth/login')]
  expect([form.status, form.headers.get('content-type')]).toEqual([408, 'text/html; charset=utf-8'])
  expect([program.status, program.headers.get('content-type')]).toEqual([408, 'application/problem+json'])
})

test('headers and URLs of more than 16 KiB are refused', async () => {
  const large = 'x'.repeat(17_000)
  for (const head of [`GET / HTTP/1.1\r\n${close}X-Large: ${large}\r\n`, `GET /${large} HTTP/1.1\r\n${close}`]) {
    expect(statusOf(await exchange(`${head}\r\n`))).toMatch(/^HTTP\/1\.1 (414|431) /)
  }
  const many = Array.from({ length: 300 }, (_, at) => `X-${at}: x\r\n`).join('')
  expect(statusOf(await exchange(`GET / HTTP/1.1\r\n${close}${many}\r\n`))).toMatch(/^HTTP\/1\.1 431 /)
  const usual = `GET /login HTTP/1.1\r\n${close}Cookie: ${'x'.repeat(8000)}\r\n\r\n`
  expect(statusOf(await exchange(usual))).toBe('HTTP/1.1 200 OK')
})

test.each([
  ['two lengths', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two different lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nlogin='],
  ['a length that is none', 'Content-Length: five\r\n\r\nlogin'],
  ['a coding besides chunked', 'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
])('an ambiguous body length is refused: %s', async (_, rest) => {
  const answer = await exchange(`POST /api/auth/login HTTP/1.1\r\n${close}Content-Type: application/json\r\n${rest}`)
  expect(statusOf(answer)).toMatch(/^HTTP\/1\.1 4\d\d /)
})

test('every route refuses a compressed body without reading it', async () => {
  const packed = Bun.gzipSync(new Uint8Array(50 * 1024 * 1024))
  const faults: string[] = []
  for (const [route, row] of Object.entries(access)) {
    const [method = '', path = ''] = route.split(' ')
    if (method === 'GET') continue
    for (const encoding of ['gzip', 'br', 'deflate, GZIP', 'unheard-of']) {
      const { status, headers } = await send(site, row.at ?? path, {
        method,
        headers: { 'content-encoding': encoding },
      })
      if (status !== 415 || headers.get('accept-encoding') !== 'identity') faults.push(`${route}: ${status}`)
    }
  }
  expect(faults).toEqual([])
  const head = `POST /api/auth/login HTTP/1.1\r\n${close}Content-Type: application/json\r\n`
  const whole = await exchange(`${head}Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`, {
    leaves: true,
  })
  expect(statusOf(whole)).toBe('HTTP/1.1 415 Unsupported Media Type')
  const plain = await send(site, '/api/auth/login', { json: {}, headers: { 'content-encoding': 'identity' } })
  expect(plain.status).toBe(400)
})
