import { expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from 'node:net'
import { until } from '../../tests/until.ts'
import { createHttpServer } from './http-server.ts'

setDefaultTimeout(60_000)

/** Opens a server whose timeouts end when the test says so. */
async function openServer({ idleSeconds }: { idleSeconds?: number } = {}) {
  const patience: { ms: number; end: () => void }[] = []
  const server = createHttpServer(
    { PORT: 0, HOST: '127.0.0.1' },
    {
      idleSeconds,
      after: (ms, end) => {
        patience.push({ ms, end })
        return () => patience.pop()
      },
    },
  )
  const begun: string[] = []
  const slow = Promise.withResolvers<Response>()
  const answer = async (request: Request) => {
    begun.push(new URL(request.url).pathname)
    return request.method === 'POST' ? new Response(await request.text().catch(() => 'dropped')) : slow.promise
  }
  server.mount({ path: '/', fetch: answer })
  const port = await server.listen()
  return { server, patience, begun, slow, open: (text: string) => openConnection(port, text) }
}

async function openConnection(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  await new Promise<void>((resolve) => socket.write(text, () => resolve()))
  return { received: () => received, closed }
}

test('a stop does not wait for requests with incomplete headers', async () => {
  const { server, patience, begun, slow, open } = await openServer()
  const halves = await Promise.all(Array.from({ length: 20 }, () => open('GET /half HTTP/1.1\r\nHost: localhost\r\n')))
  const whole = await open('GET /whole HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await until(() => begun.includes('/whole'))
  const closing = server.close()
  slow.resolve(new Response('the answer'))
  await closing
  for (const { closed } of [...halves, whole]) await closed
  expect(whole.received()).toEndWith('the answer')
  // A leftover timer would keep the process alive.
  expect([begun, patience]).toEqual([['/whole'], []])
})

test('a stop waits at most four seconds for incomplete request bodies', async () => {
  const { server, patience, begun, open } = await openServer()
  const slow = await open('POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n')
  await until(() => begun.includes('/slow'))
  const closing = server.close()
  expect(patience.map(({ ms }) => ms)).toEqual([4000])
  patience[0]?.end()
  await closing
  await slow.closed
})

test('a draining server keeps answering, and closes each connection after the answer', async () => {
  const { server, patience, open } = await openServer()
  const post = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n'
  const idle = await open(`${post}first`)
  await until(() => idle.received().endsWith('first'))
  const drained = server.drain(30_000)
  expect([server.isDraining, patience.map(({ ms }) => ms)]).toEqual([true, [30_000]])
  const late = await open(`${post}later`)
  await late.closed
  expect(late.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*later$/i)
  patience[0]?.end()
  await drained
  await server.close()
  await idle.closed
  expect(idle.received()).not.toMatch(/connection: close/i)
})

test('a client that waits for an answer is not disconnected, however long it takes', async () => {
  const { server, begun, slow, open } = await openServer({ idleSeconds: 1 })
  const waiting = await open('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await until(() => begun.includes('/slow'))
  // The second request is sent later than the slow one, and its connection is closed for being idle
  await (await open('GET /half HTTP/1.1\r\n')).closed
  slow.resolve(new Response('late'))
  await until(() => waiting.received().includes('late'))
  await server.close()
})
