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
import { greeting, openHub } from './socket/hub.ts'
import { openPeer } from './socket/peer.ts'
import { socketPathOf } from './socket/socket-path.ts'
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

/** Something that speaks the wire by hand. */
async function rawPeer(folder: string): Promise<Socket> {
  const socket = connect(socketPathOf(folder).path)
  closers.push(() => socket.destroy())
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  return socket
}

const frame = (text: string) => encodeFrame(text) ?? Buffer.alloc(0)

test('what one emits is heard once by every other and itself, in order', async () => {
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

test('what is true of one process alone is not told to others, nor what was kept from them', async () => {
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

test('what does not fit its topic is dropped and logged once, what nobody listens to is dropped', async () => {
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
  const warned = hub.logged.filter(({ message }) => message.endsWith('dropped'))
  expect(warned).toEqual([
    { message: 'A message of another process is no event and is dropped', fields: {} },
    { message: 'An event of another process does not fit its topic and is dropped', fields: { topic: 'moved' } },
  ])
})

test('frames come whole however the bytes are cut; one that is too long ends its connection and no other', async () => {
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
  expect(hub.logged.map(({ fields }) => fields)).toContainEqual({ fault: 'sends what is no frame' })
})

test('an event that is too long for a frame is logged and stays here', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  const peer = await newPeer(folder)
  await until(() => peer.joins() === 1)
  const long = topic('long', z.string())
  hub.events.emit(long, 'x'.repeat(1 << 20))
  hub.events.emit(moved, { to: 1 })
  await until(() => peer.heard.length === 1)
  expect(hub.logged.at(-1)).toEqual({
    message: 'An event is too long for other processes',
    fields: { bytes: (1 << 20) + 11 },
  })
})

test('one that ends with events unread is nothing to warn of', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  const raw = await rawPeer(folder)
  raw.pause()
  for (let to = 0; to < 5000; to++) hub.events.emit(moved, { to })
  raw.destroy()
  await until(() => !hub.transport.hasOthers())
  expect(hub.logged.map(({ message }) => message)).toEqual(['telling events to other processes'])
})

test('one that does not read is let go with 8 MiB waiting for it, and the others lose nothing', async () => {
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
  // The network's own buffers hold less than a MiB of it.
  expect(sent).toBeGreaterThan(64)
  expect(hub.logged.at(-1)?.fields).toEqual({ fault: 'reads too slowly' })
  hub.events.emit(moved, { to: 1 })
  await until(() => peer.heard.length === 1)
})

test('sixty-four processes are heard, and one more is refused', async () => {
  const folder = newFolder()
  const hub = await newHub(folder)
  for (let n = 0; n < 64; n++) await rawPeer(folder)
  const refused = connect(socketPathOf(folder).path)
  closers.push(() => refused.destroy())
  await new Promise<void>((resolve) => refused.once('close', () => resolve()))
  expect(hub.logged.filter(({ message }) => message.startsWith('Too many'))).toHaveLength(1)
})

test('whoever comes first waits for the one that listens, and finds it again after it was gone', async () => {
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
  // Once for each time, however often it was looked for
  expect(peer.logged.map(({ message }) => message)).toEqual([
    'No process tells events; looking for one again and again',
    'hearing events of other processes',
    'No process tells events; looking for one again and again',
    'hearing events of other processes',
  ])
})

test('a socket is its user’s alone, and takes the place of what a killed process has left', async () => {
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

test('a folder whose path is too long for a socket has it in the temporary folder, where nobody else may look', async () => {
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

test('what listens there and speaks otherwise is left alone, and looked at again', async () => {
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
      message: 'No process tells events; looking for one again and again',
      fields: { socket: join(folder, 'events.sock'), fault: 'it is of another release' },
    },
  ])
})

test('where no socket can be made the reason is said', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  const { events, log } = newParticipant()
  const socket = { folder: join(folder, 'file'), path: join(folder, 'file', 'events.sock') }
  const opening = events.connect((listener) => openHub({ socket, log }, listener))
  await expect(opening).rejects.toThrow('ENOTDIR')
})
