import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { openDb } from '../src/db/client.ts'
import { problemOf } from '../src/main/data-problem.ts'
import { putMigrated } from './migrated.ts'
import { programOf } from './programs.ts'
import { runsOf } from './property-runs.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { page } from './site.ts'
import { canMount, command, fillDisk } from './small-disk.ts'
import { thrift } from './thrift.ts'
import { until } from './until.ts'
import { sameOrigin } from './visitor.ts'

setDefaultTimeout(180_000)

const main = programOf('src/main.ts')

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-disk-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'content/ru/docs'), { recursive: true })
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'content/ru/docs/a.md'), page({ title: 'Заголовок' }))
  return folder
}

function mounted(folder: string, ...options: string[]): boolean {
  if (!command(['mount', ...options, folder])) return false
  undo.push(() => command(['umount', '-l', folder]))
  return true
}

async function serve(folder: string, more: Record<string, string> = {}): Promise<ServerProcess> {
  const env = { CONTENT_DIR: join(folder, 'content'), DATA_DIR: join(folder, 'data'), HISTORY_DAYS: '1', ...more }
  const server = await startServer({ LOG_LEVEL: 'error', ...env })
  undo.push(() => server.stop())
  return server
}

/** Starts a program that exits by itself. */
function start(folder: string, ...words: string[]) {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, ...thrift, PORT: '0', CONTENT_DIR: join(folder, 'content'), DATA_DIR: join(folder, 'data') }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], { env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** Adds a signed-in user whose last activity was ten minutes ago, so the user's next page updates `seen_at`. */
async function member(folder: string, url: string) {
  const fields = { login: 'anna', name: 'Anna', password: 'корабль лампа 7' }
  const send = (path: string, body: Record<string, string>, cookie = '') => {
    const init = { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' } as const
    return fetch(url + path, { ...init, headers: { ...sameOrigin, cookie } })
  }
  const cookies = (await send('/en/register', fields)).headers.getSetCookie()
  const [cookie = ''] = cookies.find((line) => line.startsWith('sid='))?.split(';') ?? []
  const db = await openDb({ url: `file:${join(folder, 'data/app.db')}` })
  await db.write(() => db.client.execute('update sessions set seen_at = seen_at - 600000'))
  await db.close()
  return {
    open: async (path: string) => (await fetch(url + path, { headers: { cookie }, redirect: 'manual' })).status,
    rename: async (name: string) => {
      const answer = await send('/en/account', { name, locale: 'en', hasAccent: 'no', accent: '' }, cookie)
      return { status: answer.status, html: await answer.text() }
    },
  }
}

async function checksOf(url: string): Promise<Record<string, string>> {
  return (await (await fetch(`${url}/readyz`)).json()).checks
}

interface Trouble {
  begin(server: ServerProcess, folder: string): void
  end(server: ServerProcess, folder: string): void
  words: RegExp
  status: 503 | 507
}

/** Checks the site's expected behavior while its databases cannot be written, whatever the reason. */
async function play(folder: string, { begin, end, words, status }: Trouble): Promise<void> {
  const server = await serve(folder)
  const { url = '' } = server
  const anna = await member(folder, url)
  begin(server, folder)
  const checks = await until(async () => {
    const found = await checksOf(url)
    return found.app !== 'ok' && found
  })
  expect(checks.app).toMatch(words)
  for (let n = 0; n < 5; n++) expect(await anna.open('/en/app')).toBe(200)
  expect(await anna.open('/docs/a')).toBe(200)
  const refused = await anna.rename('Anna Karenina')
  expect([refused.status, refused.html]).toEqual([status, expect.stringContaining('Nothing can be saved right now')])
  expect(refused.html).toContain('value="Anna Karenina"')
  end(server, folder)
  await until(async () => Object.values(await checksOf(url)).every((check) => check === 'ok'))
  expect((await anna.rename('Anna Karenina')).status).toBe(303)
  const last = await until(
    async () => (await (await fetch(`${url}/api/market/candles?asset=BTCUSDT&tf=1`)).json()).length > 0,
  )
  expect(last).toBe(true)
  expect(await server.stop()).toBe(0)
}

const mayMount = canMount()

test.skipIf(!mayMount)('a full disk blocks no reader, and the site recovers when there is space', async () => {
  const folder = await newFolder()
  mounted(join(folder, 'data'), '-t', 'tmpfs', '-o', 'size=48m', 'tmpfs')
  const filler = join(folder, 'data/filler')
  await play(folder, {
    begin: () => fillDisk(filler),
    end: () => rmSync(filler),
    words: /the disk is full|the disk fails/,
    status: 507,
  })
  fillDisk(filler)
  const refused = start(folder, 'serve')
  expect([refused.status, refused.said]).toEqual([
    3,
    expect.stringMatching(/\/data\S* cannot be (read or )?written: the disk is full\./),
  ])
  expect(refused.said).not.toMatch(/^\s+at |SQLITE_/m)
  // Simulates SQLite's error: without disk space for its shared memory, it reports only a disk I/O error.
  const fault = Object.assign(new Error('SQLITE_IOERR: disk I/O error'), { code: 'SQLITE_IOERR' })
  const config = readConfig({ DATA_DIR: join(folder, 'data') })
  expect(problemOf(config, 'app', fault)).toContain('cannot be written: the disk is full.')
  rmSync(filler)
  expect(problemOf(config, 'app', fault)).toContain('cannot be used: disk I/O error.')
  const { url } = await serve(folder)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

/** Simulates a full disk with a limit on file sizes where mounting is not allowed; also runs in full test runs. */
test.skipIf((mayMount && runsOf(10) < 10) || !command(['prlimit', '--version']))(
  'a file size limit behaves like a full disk',
  async () => {
    const limit = ({ pid }: ServerProcess, bytes: string) => {
      if (!command(['prlimit', '--pid', String(pid), `--fsize=${bytes}:`])) throw new Error('No limit could be set')
    }
    await play(await newFolder(), {
      begin: (server) => limit(server, '1'),
      end: (server) => limit(server, 'unlimited'),
      words: /the disk is full|the disk fails/,
      status: 507,
    })
  },
)

/** Makes a folder read-only with the available means: root needs a mount, other users only file permissions. */
function makeReadOnly(data: string): () => void {
  const files = () => [data, ...readdirSync(data).map((name) => join(data, name))]
  if (process.getuid?.() === 0) {
    if (!mounted(data, '--bind', data) || !command(['mount', '-o', 'remount,bind,ro', data]))
      throw new Error('Not mounted')
    return () => command(['umount', data])
  }
  for (const file of files()) chmodSync(file, statSync(file).mode & ~0o222)
  return () => {
    for (const file of files()) chmodSync(file, statSync(file).mode | 0o200)
  }
}

test.skipIf(process.getuid?.() === 0 && !canMount)(
  'a read-only folder is explained in plain words; the site starts once it is writable',
  async () => {
    const folder = await newFolder()
    const data = join(folder, 'data')
    const first = await serve(folder)
    expect(await first.stop()).toBe(0)
    const release = makeReadOnly(data)
    const refused = start(folder, 'serve')
    expect([refused.status, refused.said]).toEqual([
      3,
      expect.stringMatching(/\/data\S* (is on a read-only disk|may not be written)\./),
    ])
    expect(refused.said).not.toMatch(/^\s+at |\\n +at |SQLITE_|Failed query/m)
    const doctor = start(folder, 'doctor')
    expect([doctor.status, doctor.said]).toEqual([
      1,
      expect.stringMatching(/✗ app: .*(read-only disk|may not be written)/),
    ])
    expect(doctor.said).toMatch(/✗ data folder \S+: (on a read-only disk|may not be written)\n/)
    expect(doctor.said).toContain('✓ ingest\n')
    release()
    const { url } = await serve(folder)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  },
)

test.skipIf(!mayMount)('a restore without space says so and does not blame the backup', async () => {
  const folder = await newFolder()
  await Promise.all([putMigrated('app', join(folder, 'data')), putMigrated('market', join(folder, 'data'))])
  const backup = join(folder, 'kept.tar.gz')
  expect(start(folder, 'backup', backup).status).toBe(0)
  rmSync(join(folder, 'data'), { recursive: true })
  await mkdir(join(folder, 'data'))
  mounted(join(folder, 'data'), '-t', 'tmpfs', '-o', 'size=128k', 'tmpfs')
  const { status, said } = start(folder, 'restore', backup)
  expect(said).toBe(`${join(folder, 'data')} cannot be read or written: the disk is full.
Make room or give the right to it, then start again.\n`)
  expect([status, readdirSync(join(folder, 'data'))]).toEqual([3, []])
})
