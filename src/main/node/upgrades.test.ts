import { expect, test } from 'bun:test'
import type { IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { until } from '../../../tests/until.ts'
import { createTopics, createUpgrades } from './upgrades.ts'

const most = 1000

function openWire() {
  return new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() })
}

const headers = { host: 'localhost', upgrade: 'websocket' }
/** A request with only the fields that the code reads */
const incoming = { url: '/', method: 'GET', headers } as unknown as IncomingMessage
const nothing = Buffer.alloc(0)

test('an upgrading connection is tracked until it is refused, closed or ended by the server', async () => {
  const upgrades = createUpgrades(undefined)
  for (let asked = 0; asked < most; asked++) {
    await upgrades.take(incoming, openWire(), nothing, () => new Response('No socket', { status: 426 }))
  }
  await until(() => upgrades.connections === 0)
  const wires = Array.from({ length: most }, openWire)
  const waiting = new Promise<Response>(() => {})
  for (const wire of wires) void upgrades.take(incoming, wire, nothing, () => waiting)
  expect(upgrades.connections).toBe(most)
  for (const wire of wires.slice(1)) wire.destroy()
  await until(() => upgrades.connections === 1)
  upgrades.end()
  await until(() => upgrades.connections === 0)
})

test('a refusal that fails or is never read ends its connection', async () => {
  const upgrades = createUpgrades(undefined)
  const broken = new ReadableStream({ pull: () => Promise.reject(new Error('The page breaks off')) })
  await upgrades.take(incoming, openWire(), nothing, () => new Response(broken))
  await until(() => upgrades.connections === 0)
  const deaf = new Duplex({ read: () => {}, write: () => {} })
  await upgrades.take(incoming, deaf, nothing, () => new Response('a page that is never read'))
  expect(upgrades.connections).toBe(1)
  deaf.emit('timeout')
  await until(() => upgrades.connections === 0)
})

test('a topic exists as long as a socket has joined it', () => {
  const topics = createTopics()
  const sockets = Array.from({ length: 3 }, () => ({ send: () => 0 }))
  for (const socket of sockets) for (let topic = 0; topic < most; topic++) topics.join(`${topic}`, socket)
  for (const socket of sockets) topics.join('0', socket)
  topics.publish('of nobody', 'unheard')
  expect(topics.size).toBe(most)
  const [first, ...others] = sockets
  for (const socket of others) for (let topic = 0; topic < most; topic++) topics.leave(`${topic}`, socket)
  expect(topics.size).toBe(most)
  if (first) for (let topic = 0; topic < most; topic++) topics.leave(`${topic}`, first)
  expect(topics.size).toBe(0)
})
