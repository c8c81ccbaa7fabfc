import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type ProtocolServer, serveEngine, serveSockets } from './protocol-server.ts'
import { openRawSocket, type RawSocket } from './raw-socket.ts'

setDefaultTimeout(60_000)

let engine: ProtocolServer
let sockets: ProtocolServer
beforeAll(() => {
  engine = serveEngine(0, 1500)
  sockets = serveSockets()
})
afterAll(async () => {
  await engine.close()
  await sockets.close()
})

const query = 'EIO=4&transport=websocket'
const openEngine = () => openRawSocket(`ws://127.0.0.1:${engine.port}/engine.io/?${query}`)
const openSockets = () => openRawSocket(`ws://127.0.0.1:${sockets.port}/socket.io/?${query}`)

/** Reads the handshake, joins a namespace, and reads the answer and the first event. */
async function openJoined(connect = '40'): Promise<RawSocket> {
  const socket = await openSockets()
  await socket.next()
  socket.send(connect)
  await socket.next()
  await socket.next()
  return socket
}

test('the first frame is the handshake', async () => {
  const socket = await openEngine()
  const first = String(await socket.next())
  expect(first[0]).toBe('0')
  const { sid, ...rest } = JSON.parse(first.slice(1))
  expect(sid).toMatch(/^[\w-]{20}$/)
  expect(rest).toEqual({ upgrades: [], pingInterval: 300, pingTimeout: 1500, maxPayload: 1_000_000 })
  socket.close()
})

test.each([
  [`EIO=4&transport=polling`, {}, 0, 'Transport unknown'],
  [`EIO=4`, {}, 0, 'Transport unknown'],
  [`transport=websocket`, {}, 5, 'Unsupported protocol version'],
  [`EIO=3&transport=websocket`, {}, 5, 'Unsupported protocol version'],
  [`${query}&sid=gone`, {}, 1, 'Session ID unknown'],
  [query, { method: 'POST' }, 2, 'Bad handshake method'],
  [query, {}, 3, 'Bad request'],
])('a handshake of %p %p is refused with code %d', async (search, init, code, message) => {
  const response = await fetch(`http://127.0.0.1:${engine.port}/engine.io/?${search}`, init)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ code, message })
})

test('text and binary messages are echoed', async () => {
  const socket = await openEngine()
  await socket.next()
  socket.send('4hello')
  expect(await socket.next()).toBe('4hello')
  socket.send(Uint8Array.of(1, 2, 3))
  expect(await socket.next()).toEqual(Uint8Array.of(1, 2, 3))
  socket.close()
})

test.each(['abc', '', '2probe', '5', '0{}'])('the frame %p ends the connection', async (frame) => {
  const socket = await openEngine()
  socket.send(frame)
  expect(await socket.closed).toBe(1007)
})

test('a client may end the connection', async () => {
  const socket = await openEngine()
  socket.send('1')
  expect(await socket.closed).toBe(1000)
})

test('the server sends pings, and a client that stops answering is disconnected', async () => {
  const socket = await openEngine()
  await socket.next()
  socket.answersPings = false
  for (let round = 0; round < 2; round++) {
    expect(await socket.next()).toBe('2')
    socket.send('3')
  }
  expect(await socket.next()).toBe('2')
  expect(await socket.next()).toEqual({ code: expect.any(Number) })
})

test.each([
  ['40', '40', '42["auth",{}]'],
  ['40{"token":"1"}', '40', '42["auth",{"token":"1"}]'],
  ['40/custom,', '40/custom,', '42/custom,["auth",{}]'],
  ['40/custom,{"token":"2"}', '40/custom,', '42/custom,["auth",{"token":"2"}]'],
])('%p joins a namespace, and the first event comes after the answer', async (connect, answer, event) => {
  const socket = await openSockets()
  await socket.next()
  socket.send(connect)
  const joined = String(await socket.next())
  expect(joined).toStartWith(answer)
  expect(JSON.parse(joined.slice(answer.length))).toEqual({ sid: expect.stringMatching(/^[\w-]{20}$/) })
  expect(await socket.next()).toBe(event)
  socket.close()
})

test('joining twice is answered twice and reported once', async () => {
  const socket = await openJoined()
  socket.send('40', '42["message",1]')
  expect(await socket.next()).toStartWith('40{')
  expect(await socket.next()).toBe('42["message-back",1]')
  socket.close()
})

test('an unknown namespace is refused, and the connection stays open', async () => {
  const socket = await openJoined()
  socket.send('40/random')
  expect(await socket.next()).toBe('44/random,{"message":"Invalid namespace"}')
  socket.send('42["message",1]')
  expect(await socket.next()).toBe('42["message-back",1]')
  socket.close()
})

test('a client that joins no namespace is disconnected', async () => {
  const socket = await openSockets()
  expect(await socket.closed).toBe(1000)
})

test('leaving one namespace keeps the other', async () => {
  const socket = await openJoined()
  socket.send('40/custom')
  await socket.next()
  await socket.next()
  socket.send('41/custom', '42["message","here"]')
  expect(await socket.next()).toBe('42["message-back","here"]')
  socket.send('42/custom,["message","there"]')
  expect(await socket.closed).toBe(1007)
})

test('events are echoed with their binary data and acknowledgments', async () => {
  const socket = await openJoined()
  socket.send('42["message",1,"2",{"3":[true]}]')
  expect(await socket.next()).toBe('42["message-back",1,"2",{"3":[true]}]')
  socket.send('42456["message-with-ack",1]')
  expect(await socket.next()).toBe('43456[1]')
  const placeholders = '{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}'
  socket.send(`452-["message",${placeholders}]`, Uint8Array.of(1, 2), Uint8Array.of(3))
  expect(await socket.next()).toBe(`452-["message-back",${placeholders}]`)
  expect([await socket.next(), await socket.next()]).toEqual([Uint8Array.of(1, 2), Uint8Array.of(3)])
  socket.send(`452-789["message-with-ack",${placeholders}]`, Uint8Array.of(1, 2), Uint8Array.of(3))
  expect(await socket.next()).toBe(`462-789[${placeholders}]`)
  socket.close()
})

test.each([
  [['4abc'], 'a packet of no type'],
  [['42{}'], 'an event that is no list'],
  [['42abc["message"]'], 'an acknowledgement that is no number'],
  [[Uint8Array.of(1)], 'bytes that nothing has announced'],
  [['451-["message",{"_placeholder":true,"num":0}]', '42["message"]'], 'text where bytes were announced'],
  [['451-["message",{"_placeholder":true,"num":7}]', Uint8Array.of(1)], 'a placeholder without bytes'],
])('%p ends the connection: %s', async (frames) => {
  const socket = await openJoined()
  socket.send(...frames)
  expect(await socket.closed).toBe(1007)
})
