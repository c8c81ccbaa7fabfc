import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { until } from '../../tests/until.ts'
import { topic } from './events.ts'
import { createSharedEvents, type SharedEvents } from './shared-events.ts'
import { encodeFrame } from './socket/frames.ts'
import { greeting, openHub, socketPathOf } from './socket/hub.ts'
import { openPeer } from './socket/peer.ts'
import type { Transport } from './transport.ts'

setDefaultTimeout(60_000)

const moved = topic('moved', z.object({ to: z.number() }))
const elsewhere = topic('moved', z.object({ to: z.string() }))
const privately = topic('private', z.object({}), 'process')

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kurs-events-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Participant {
  events: SharedEvents
  transport: Transport
  heard: number[]
  logged: { message: string; fields: object }[]
  joins(): number
  leaves(): number
}

function newParticipant() {
  const logged: Participant['logged'] = []
  const line = (message: string, fields: object = {}) => void logged.push({ message, fields })
  const log = { info: line, warn: line, error: (message: string, cause: unknown) => line(message, { cause }) }
  const events = createSharedEvents(log)
  const heard: number[] = []
  let [joins, leaves] = [0, 0]
  events.on(moved, ({ to }) => void heard.push(to))
  events.others.onJoin(() => void joins++)
  events.others.onLeave(() => void leaves++)
  return { events, log, heard, logged, joins: () => joins, leaves: () => leaves }
}

async function newHub(folder: string): Promise<Participant> {
  const participant = newParticipant()
  const { log, events } = participant
  const transport = await events.connect((listener) => openHub({ socket: socketPathOf(folder), log }, listener))
  closers.push(transport.close)
  return { ...participant, transport }
}

async function newPeer(folder: string): Promise<Participant> {
  const participant = newParticipant()
  const { log, events } = participant
  const transport = await events.connect((listener) => openPeer({ socket: socketPathOf(folder), log }, listener))
  closers.push(transport.close)
  return { ...participant, transport }
}

/** Connects a client that the test makes speak the protocol byte by byte. */
async function rawPeer(folder: string): Promise<Socket> {
  const socket = connect(socketPathOf(folder).path)
  closers.push(() => socket.destroy())
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  return socket
}

const frame = (text: string) => encodeFrame(text) ?? Buffer.alloc(0)

test('an event reaches every participant, including its sender, once and in order', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  const [one, two] = [await newPeer(folder), await newPeer(folder)]
  await until(() => one.joins() === 1 && two.joins() === 1)
  hub.events.emit(moved, { to: 1 })
  await until(() => one.heard.length === 1 && two.heard.length === 1)
  for (const to of [2, 3, 4]) one.events.emit(moved, { to })
  await until(() => two.heard.length === 4 && hub.heard.length === 4)
  expect([hub.heard, one.heard, two.heard]).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ])
})

test('events of scope `process` are not sent to other processes', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  const peer = await newPeer(folder)
  await until(() => peer.joins() === 1)
  let count = 0
  peer.events.on(privately, () => void count++)
  hub.events.emit(privately, {})
  hub.events.emit(moved, { to: 1 }, 'process')
  hub.events.emit(moved, { to: 2 })
  await until(() => peer.heard.length > 0)
  expect([peer.heard, count]).toEqual([[2], 0])
})

test('invalid events are dropped and logged once; events without a listener are dropped', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  const peer = await newPeer(folder)
  await until(() => peer.joins() === 1)
  const raw = await rawPeer(folder)
  const faults = ['{', '[]', '["moved"]', '[1,{}]', '["moved",{"to":"x"}]', '["moved",{"to":null}]', '["unheard",5]']
  for (const fault of [...faults, ...faults]) raw.write(frame(fault))
  peer.events.emit(elsewhere, { to: 'nowhere' })
  raw.write(frame('["moved",{"to":7,"more":true}]'))
  await until(() => hub.heard.length === 1 && peer.heard.length === 1)
  expect([hub.heard, peer.heard]).toEqual([[7], [7]])
  const warned = hub.logged.filter(({ message }) => message.startsWith('Dropped'))
  expect(warned).toEqual([
    { message: 'Dropped an invalid message from another process', fields: {} },
    {
      message: 'Dropped an event from another process: its payload does not match its topic',
      fields: { topic: 'moved' },
    },
  ])
})

test('frames are read whole however the bytes are split; too long ones end the connection', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  const peer = await newPeer(folder)
  await until(() => peer.joins() === 1)
  const raw = await rawPeer(folder)
  const bytes = Buffer.concat([1, 2, 3].map((to) => frame(`["moved",{"to":${to}}]`)))
  for (const byte of bytes) raw.write(Buffer.of(byte))
  await until(() => hub.heard.length === 3)
  const gone = new Promise<void>((resolve) => raw.once('close', () => resolve()))
  raw.write(Buffer.of(0, 0x10, 0, 1))
  await gone
  hub.events.emit(moved, { to: 4 })
  await until(() => peer.heard.length === 4)
  expect(peer.heard).toEqual([1, 2, 3, 4])
  expect(hub.logged.map(({ fields }) => fields)).toContainEqual({ fault: 'sent an invalid frame' })
})

test('an event too long for a frame is logged and not sent', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  const peer = await newPeer(folder)
  await until(() => peer.joins() === 1)
  const long = topic('long', z.string())
  hub.events.emit(long, 'x'.repeat(1 << 20))
  hub.events.emit(moved, { to: 1 })
  await until(() => peer.heard.length === 1)
  expect(hub.logged.at(-1)).toEqual({
    message: 'Event too long: not sent to other processes',
    fields: { bytes: (1 << 20) + 11 },
  })
})

test('a process that exits with unread events causes no warning', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  const raw = await rawPeer(folder)
  raw.pause()
  for (let to = 0; to < 5000; to++) hub.events.emit(moved, { to })
  raw.destroy()
  await until(() => !hub.transport.hasOthers())
  expect(hub.logged.map(({ message }) => message)).toEqual(['event hub listening for other processes'])
})

test('a slow reader is dropped at 8 MiB pending, and the others lose nothing', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  const peer = await newPeer(folder)
  await until(() => peer.joins() === 1)
  const raw = await rawPeer(folder)
  raw.pause()
  const page = topic('page', z.object({ at: z.number(), text: z.string() }))
  const pages: number[] = []
  peer.events.on(page, ({ at }) => void pages.push(at))
  const text = 'x'.repeat(1 << 17)
  let sent = 0
  while (!hub.logged.some(({ fields }) => 'fault' in fields)) {
    hub.events.emit(page, { at: sent++, text })
    await until(() => pages.length === sent)
    expect(sent).toBeLessThan(100)
  }
  // The system's socket buffers hold less than 1 MiB of the unread data; the hub queues the rest.
  expect(sent).toBeGreaterThan(64)
  expect(hub.logged.at(-1)?.fields).toEqual({ fault: 'reads too slowly' })
  hub.events.emit(moved, { to: 1 })
  await until(() => peer.heard.length === 1)
})

test('sixty-four processes can connect, and one more is refused', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  for (let n = 0; n < 64; n++) await rawPeer(folder)
  const refused = connect(socketPathOf(folder).path)
  closers.push(() => refused.destroy())
  await new Promise<void>((resolve) => refused.once('close', () => resolve()))
  expect(hub.logged.filter(({ message }) => message.startsWith('Event hub full'))).toHaveLength(1)
})

test('a process that starts first waits for the hub, and reconnects after it restarts', async () => {
  const folder = newFolder()
  const peer = await newPeer(folder)
  await until(() => peer.leaves() === 1)
  expect(peer.events.others.areThere()).toBe(false)
  peer.events.emit(moved, { to: 1 })
  const first = await newHub(folder)
  await until(() => peer.joins() === 1)
  await first.transport.close()
  await until(() => peer.leaves() === 2)
  expect(readdirSync(folder)).toEqual([])
  const second = await newHub(folder)
  await until(() => peer.joins() === 2)
  peer.events.emit(moved, { to: 2 })
  await until(() => second.heard.length === 1)
  expect([first.heard, second.heard]).toEqual([[], [2]])
  // Lost connections are logged once per disconnection, however many attempts to reconnect follow.
  expect(peer.logged.map(({ message }) => message)).toEqual([
    'No connection to the event hub (the process with the role feed). Reconnecting.',
    'connected to the event hub: receiving events of other processes',
    'No connection to the event hub (the process with the role feed). Reconnecting.',
    'connected to the event hub: receiving events of other processes',
  ])
})

test('the socket is private to its user, and replaces one left by a killed process', async () => {
  const folder = newFolder()
  const path = join(folder, 'events.sock')
  const killed = Bun.spawn(
    [
      process.execPath,
      '-e',
      `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('there'))`,
    ],
    { stdout: 'pipe' },
  )
  await killed.stdout.getReader().read()
  killed.kill('SIGKILL')
  await killed.exited
  expect(readdirSync(folder)).toEqual(['events.sock'])
  await newHub(folder)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const peer = await newPeer(folder)
  await until(() => peer.joins() === 1)
  expect(readdirSync(folder)).toEqual(['events.sock'])
})

test('a data folder with a too long path has its socket in a private temporary folder', async () => {
  const folder = join(newFolder(), 'a'.repeat(100))
  mkdirSync(folder)
  const { path } = socketPathOf(folder)
  expect(Buffer.byteLength(path)).toBeLessThan(100)
  const hub = await newHub(folder)
  expect(readdirSync(folder)).toEqual([])
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  const peer = await newPeer(folder)
  await until(() => peer.joins() === 1)
  peer.events.emit(moved, { to: 1 })
  await until(() => hub.heard.length === 1)
  const other = join(newFolder(), 'a'.repeat(100))
  mkdirSync(other)
  expect(socketPathOf(other).path).not.toBe(path)
})

test('a hub with another protocol is not used, and is tried again', async () => {
  const folder = newFolder()
  let connections = 0
  const stranger = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.write(frame(greeting.replace('1', '2')))
  })
  await new Promise<void>((resolve) => stranger.listen(socketPathOf(folder).path, resolve))
  closers.push(() => stranger.close())
  const peer = await newPeer(folder)
  await until(() => connections === 2)
  expect(peer.logged).toEqual([
    {
      message: 'No connection to the event hub (the process with the role feed). Reconnecting.',
      fields: { socket: join(folder, 'events.sock'), fault: 'the event hub runs another release' },
    },
  ])
})

test('a socket that cannot be created fails with the reason', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  const { events, log } = newParticipant()
  const socket = { folder: join(folder, 'file'), path: join(folder, 'file', 'events.sock') }
  const opening = events.connect((listener) => openHub({ socket, log }, listener))
  await expect(opening).rejects.toThrow('ENOTDIR')
})
