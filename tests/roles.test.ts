import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from '@msgpack/msgpack'
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'
import { onceWithoutEnd } from '../src/alerts/alert.ts'
import { insertAlert, listUnseen } from '../src/alerts/queries.ts'
import { readConfig } from '../src/config.ts'
import { openDb } from '../src/db/client.ts'
import { serve } from '../src/main/serve.ts'
import { access } from './access-table.ts'
import { listeningPorts, openDatabases, type ServerProcess, startServer } from './server-process.ts'
import { assets, categories, page } from './site.ts'
import { until } from './until.ts'
import { addUsers } from './users.ts'
import { sameOrigin } from './visitor.ts'
import { writeFiles } from './write-files.ts'

setDefaultTimeout(180_000)

const hasProc = existsSync('/proc/self/net/tcp')
const socketPath = '/socket.io/?EIO=4&transport=websocket'
const roles = ['feed', 'ticker', 'web'] as const
type Role = (typeof roles)[number]

let folder: string
let dataDir: string
let running: ServerProcess[] = []
let processes: Record<Role, ServerProcess>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-roles-'))
  dataDir = join(folder, 'data')
  const texts = { 'ru/docs/index.md': page({ title: 'Документы' }), 'ru/docs/guide.md': page({ title: 'Пособие' }) }
  const article = page({ title: 'Первая', date: '2026-01-01' })
  const files = { ...categories, ...texts, 'ru/blog/news/first.md': article }
  await writeFiles(join(folder, 'content'), files)
  // Starts a process of one role. Only the web role needs content: the others would fail on the missing folder if they
  // read it.
  const start = (ROLES: Role) =>
    startServer({
      ROLES,
      DATA_DIR: dataDir,
      CONTENT_DIR: join(folder, ROLES === 'web' ? 'content' : 'nowhere'),
      HISTORY_DAYS: '1',
    })
  // Starts all roles at once on a missing folder: each process creates and migrates the databases that it opens.
  const started = await Promise.allSettled(roles.map(start))
  running = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  const [feed, ticker, web] = running
  if (!feed || !ticker || !web) throw new Error(started.map((outcome) => Object.values(outcome)).join('\n'))
  processes = { feed, ticker, web }
})
afterAll(async () => {
  const exits = await Promise.all(running.map(({ stop }) => stop()))
  await rm(folder, { recursive: true, force: true })
  expect(exits).toEqual([0, 0, 0])
})

test.skipIf(!hasProc)('each process listens on its own port, and the feed on none', () => {
  const portOf = ({ url }: ServerProcess) => Number(new URL(url ?? '').port)
  const ports = Object.values(processes).map(({ pid }) => listeningPorts(pid))
  expect(ports).toEqual([[], [portOf(processes.ticker)], [portOf(processes.web)]])
  expect(processes.feed.url).toBeUndefined()
})

test.skipIf(!hasProc)('each process opens only the databases it needs', () => {
  const opened = Object.values(processes).map(({ pid }) => openDatabases(pid, dataDir))
  expect(opened).toEqual([['app.db', 'market.db'], ['market.db'], ['app.db', 'content.db', 'market.db']])
})

test('the web process serves pages and prices written by another process, without a socket', async () => {
  const { url } = processes.web
  expect((await fetch(`${url}/docs/guide`)).status).toBe(200)
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
    status: 'ok',
    checks: { app: 'ok', content: 'ok', market: 'ok', ingest: 'ok' },
  })
  await until(async () => {
    const response = await fetch(`${url}/api/market/candles?asset=BTCUSDT&tf=1&limit=1`)
    return (await response.json()).length === 1 || undefined
  })
  const refusal = await fetch(url + socketPath)
  expect(refusal.status).toBe(404)
  expect(await refusal.text()).toContain('"ticker"')
  const socket = new WebSocket(`${url?.replace('http', 'ws')}${socketPath}`)
  const status = await new Promise((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode))
    socket.on('open', () => resolve('open'))
  })
  expect(status).toBe(404)
  const warnings = () => processes.web.logged().match(/.*set TICKER_URL.*/g) ?? []
  await until(() => warnings().length > 0)
  expect(warnings()).toEqual([expect.stringContaining('"level":"warn"')])
})

test('the ticker publishes prices followed by another process and serves no pages', async () => {
  const { url = '' } = processes.ticker
  const client = io(url, { transports: ['websocket'] })
  client.on('connect', () => client.emit('subscribe', { asset: 'BTCUSDT', tf: 1 }))
  const tick = await new Promise<Uint8Array>((resolve) => client.once('tick', resolve))
  client.disconnect()
  expect(decode(tick)).toEqual(['BTCUSDT', 1, ...Array.from({ length: 8 }, () => expect.any(Number))])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
    status: 'ok',
    checks: { market: 'ok' },
    feed: expect.stringMatching(/^live/),
  })
  for (const path of ['/', '/docs', '/api/auth/me', '/assets/']) {
    expect((await fetch(url + path)).status).toBe(404)
  }
})

test('the feed fires alerts created by another process', async () => {
  const db = await openDb({ url: `file:${join(dataDir, 'app.db')}` })
  const [userId = ''] = await addUsers(db, [{ login: 'somebody' }])
  const createdAt = Date.now()
  const id = Bun.randomUUIDv7('hex', createdAt)
  const rule = { asset: 'BTCUSDT', kind: 'level', value: 2, basePrice: 1, details: null, note: '' } as const
  await insertAlert(db, {
    ...rule,
    ...onceWithoutEnd,
    id,
    userId,
    createdAt,
    firedAt: null,
    firedPrice: null,
    seenAt: null,
  })
  const fired = await until(async () => (await listUnseen(db, userId, 1))[0]?.firedPrice ?? undefined)
  expect(fired).toBeGreaterThan(2)
  await db.close()
})

test('a second feed for the same folder is refused, and takes over after the first is killed', async () => {
  const env = { ROLES: 'feed', DATA_DIR: join(folder, 'two-feeds'), HISTORY_DAYS: '1' }
  const first = await startServer(env)
  const said = await startServer(env).catch((error: Error) => error.message)
  expect(said).toContain(`ROLES=feed: another process follows prices for DATA_DIR=${env.DATA_DIR} already`)
  process.kill(first.pid, 'SIGKILL')
  await first.stop()
  const second = await startServer(env)
  expect(await second.stop()).toBe(0)
})

describe('a server with pages only', () => {
  test('treats strangers as the access table says', async () => {
    const config = readConfig({
      PORT: '0',
      LOG_LEVEL: 'silent',
      ROLES: 'web',
      TRUST_PROXY: '1',
      DATA_DIR: join(folder, 'strangers'),
      CONTENT_DIR: join(folder, 'content'),
    })
    const server = await serve({ config, bundle: { assets, publicFiles: async () => undefined } })
    let count = 0
    const faults: string[] = []
    for (const [route, { at, stranger }] of Object.entries(access)) {
      const [method = '', pattern = ''] = route.split(' ')
      const isForm = method === 'POST'
      const response = await fetch(server.url + (at ?? pattern), {
        method,
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          ...sameOrigin,
          'x-forwarded-for': `10.0.0.${++count}`,
          ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(isForm && { body: '' }),
      })
      await response.arrayBuffer()
      const isDoor = response.headers.get('location')?.startsWith('/login?next=')
      // Counts a 401 as a request to sign in, except on forms that answer 401 themselves.
      const isAsked = isDoor || (response.status === 401 && stranger !== 401)
      const got = isAsked ? 'ask' : response.status
      if (got !== stranger) faults.push(`${route}: ${got} instead of ${stranger}`)
    }
    await server.close()
    expect(faults).toEqual([])
  })
})
