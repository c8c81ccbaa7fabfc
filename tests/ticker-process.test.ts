import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from '@msgpack/msgpack'
import { io, type Socket } from 'socket.io-client'
import { programOf } from './programs.ts'
import { openRawSocket } from './raw-socket.ts'
import { inherited } from './workplace.ts'

setDefaultTimeout(60_000)

const main = programOf('src/main.ts')
let folder = ''
let running: Bun.Subprocess | undefined
let socket: Socket | undefined
afterEach(async () => {
  socket?.disconnect()
  running?.kill('SIGKILL')
  await running?.exited
  await rm(folder, { recursive: true, force: true })
  folder = ''
})

/** Starts the whole server on temporary data; returns its URL. */
async function start(env: Record<string, string> = {}): Promise<string> {
  folder ||= await mkdtemp(join(tmpdir(), 'kurs-ticker-'))
  await mkdir(join(folder, 'content'), { recursive: true })
  const child = Bun.spawn([process.execPath, main, 'serve'], {
    env: {
      ...inherited(),
      PORT: '0',
      HISTORY_DAYS: '1',
      CONTENT_DIR: join(folder, 'content'),
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  running = child
  let said = ''
  for await (const chunk of child.stderr) {
    said += new TextDecoder().decode(chunk)
    const url = /Kurs is at (\S+)/.exec(said)?.[1]
    if (url) return url
  }
  throw new Error(`The server did not start: ${said}`)
}

async function stop(): Promise<number> {
  running?.kill('SIGTERM')
  return (await running?.exited) ?? -1
}

test('the whole server sends ticks, disconnects clients on stop, and is rejoined on restart', async () => {
  const url = await start()
  const client = io(url, { transports: ['websocket'], reconnectionDelay: 100, reconnectionDelayMax: 200 })
  socket = client
  let ticks: unknown[] = []
  let onTick = () => {}
  client.on('connect', () => client.emit('subscribe', { asset: 'BTCUSDT', tf: 1 }))
  client.on('tick', (data: Uint8Array) => {
    ticks.push(decode(data))
    onTick()
  })
  const ticked = () =>
    new Promise<void>((resolve) => {
      onTick = resolve
    })
  await ticked()
  expect(ticks[0]).toEqual(['BTCUSDT', 1, ...Array.from({ length: 8 }, () => expect.any(Number))])
  const left = new Promise<string>((resolve) => client.once('disconnect', resolve))
  expect(await stop()).toBe(0)
  expect(await left).toBe('transport close')
  ticks = []
  const back = ticked()
  await start({ PORT: new URL(url).port })
  await back
  expect(ticks[0]).toEqual(['BTCUSDT', 1, ...Array.from({ length: 8 }, () => expect.any(Number))])
  client.disconnect()
  expect(await stop()).toBe(0)
})

test('without the role there is no socket; behind a proxy its reported address counts', async () => {
  const url = await start({ ROLES: 'web,feed' })
  expect((await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).status).toBe(404)
  expect(await stop()).toBe(0)
  const proxied = await start({ TRUST_PROXY: '1', TICKER_SOCKETS_PER_ADDRESS: '1' })
  const address = `${proxied.replace('http:', 'ws:')}/socket.io/?EIO=4&transport=websocket`
  const from = (forwarded: string) => openRawSocket(address, { headers: { 'x-forwarded-for': forwarded } })
  const first = await from('192.0.2.9, 198.51.100.1')
  expect(await first.next()).toStartWith('0{')
  expect(await (await from('192.0.2.8, 198.51.100.1')).next()).toEqual({ code: expect.any(Number) })
  const other = await from('198.51.100.1, 198.51.100.2')
  expect(await other.next()).toStartWith('0{')
  first.close()
  other.close()
})
