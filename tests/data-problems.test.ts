import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../src/db/client.ts'
import { migrations } from '../src/db/migrations.ts'
import { openCommands } from './commands.ts'
import { programOf } from './programs.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { page } from './site.ts'
import { thrift } from './thrift.ts'
import { until } from './until.ts'

setDefaultTimeout(60_000)

const main = programOf('src/main.ts')
let folder = ''
let data = ''
let env: Record<string, string> = {}
let running: ServerProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-data-'))
  data = join(folder, 'data')
  await mkdir(join(folder, 'content/ru/docs'), { recursive: true })
  await writeFile(join(folder, 'content/ru/docs/a.md'), page({ title: 'Заголовок' }))
  env = { PORT: '0', CONTENT_DIR: join(folder, 'content'), DATA_DIR: data, HISTORY_DAYS: '1', LOG_LEVEL: 'warn' }
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  await rm(folder, { recursive: true, force: true })
})

const commands = openCommands()
afterAll(commands.close)

const run = (words: string[], more: Record<string, string> = {}) => commands.run(words, { ...env, ...more })

/** Expects a plain message without stack traces or driver error codes. */
function expectPlain(text: string): void {
  expect(text).not.toMatch(/^\s+at /m)
  expect(text).not.toMatch(/SQLITE_|LibsqlError|ConnectionFailed/)
}

async function change(name: string, sql: string): Promise<void> {
  const db = await openDb({ url: `file:${join(data, name)}` })
  await db.client.execute(sql)
  await db.close()
}

const garbage = 'This is no database. '.repeat(400)

test('a damaged app.db stops startup with its path and can be restored from a copy', async () => {
  await run(['migrate'])
  const path = join(data, 'app.db')
  const copy = await readFile(path)
  await writeFile(path, garbage)
  for (const words of [['serve'], ['serve', '--repair'], ['user', 'list']]) {
    const { status, stderr } = await run(words)
    expect([status, stderr]).toEqual([3, expect.stringContaining(`${path} is damaged or no database.\nStop every`)])
    expect(stderr).toContain('restore it from a backup')
    expectPlain(stderr)
  }
  // Runs the server in a separate process, where nothing opened earlier keeps the process alive.
  const { PATH = '', HOME = '' } = process.env
  const alone = Bun.spawnSync([process.execPath, main, 'serve'], { env: { PATH, HOME, ...thrift, ...env } })
  expect(alone.exitCode).toBe(3)
  expect(alone.stderr.toString()).toContain(`${path} is damaged`)
  expect(await readFile(path, 'utf8')).toBe(garbage)
  const doctor = await run(['doctor'])
  expect([doctor.status, doctor.stdout]).toEqual([1, expect.stringContaining(`✗ app: ${path} is damaged`)])
  await writeFile(path, copy)
  expect((await run(['user', 'list'])).status).toBe(0)
})

test('a damaged market.db is recreated on request', async () => {
  await run(['migrate'])
  const path = join(data, 'market.db')
  await writeFile(path, garbage)
  const { status, stderr } = await run(['serve'])
  expect([status, stderr]).toEqual([3, expect.stringContaining(`${path} is damaged`)])
  expect(stderr).toContain('serve --repair')
  expectPlain(stderr)
  running = await startServer(env, undefined, ['serve', '--repair'])
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  expect(running.said()).toContain(`${path} could not be used: it was moved to ${path}.damaged and is being recreated.`)
  expect(await readFile(`${path}.damaged`, 'utf8')).toBe(garbage)
})

test('a damaged content.db is recreated at once, even when damaged in the middle', async () => {
  expect((await run(['ingest'])).status).toBe(0)
  const path = join(data, 'content.db')
  const bytes = await readFile(path)
  for (const broken of [Buffer.from(garbage), bytes.fill(0xff, 4096 * 2, 4096 * 12)]) {
    await writeFile(path, broken)
    const doctor = await run(['doctor'])
    expect([doctor.status, doctor.stdout]).toEqual([
      1,
      expect.stringMatching(/✗ content: [^\n]*content\.db is damaged/),
    ])
    const { status, stdout, stderr } = await run(['ingest'])
    expect([status, stdout]).toEqual([0, expect.stringContaining('1 changed')])
    expect(stderr).toBe(`${path} could not be used: it was moved to ${path}.damaged and is being recreated.\n`)
    expect((await run(['ingest'])).stdout).toContain('1 unchanged')
  }
})

test('a database of a newer release is refused, and the message names both versions', async () => {
  await run(['migrate'])
  await run(['ingest'])
  for (const name of ['app', 'content', 'market'] as const) {
    await change(`${name}.db`, "insert into _migrations values ('9999_later', '', 0)")
    const newest = migrations[name].at(-1)?.name
    const { status, stderr } = await run([name === 'content' ? 'ingest' : 'migrate'])
    const words = `${join(data, `${name}.db`)} was made by another release: its newest migration is 9999_later, and the newest that this one (`
    expect([status, stderr]).toEqual([3, expect.stringContaining(words)])
    expect(stderr).toContain(`) knows is ${newest}.`)
    expectPlain(stderr)
    expect((await run(['doctor'])).stdout).toMatch(new RegExp(`✗ ${name}: .*9999_later.*${newest}`))
    await change(`${name}.db`, "delete from _migrations where name = '9999_later'")
  }
  expect((await run(['doctor'])).status).toBe(0)
})

test('every startup failure is explained in plain words', async () => {
  const refused = async (words: string[], more: Record<string, string>, status: number, problem: string) => {
    const outcome = await run(words, more)
    expect([outcome.status, outcome.stderr]).toEqual([status, expect.stringContaining(problem)])
    expectPlain(outcome.stderr)
  }
  await writeFile(join(folder, 'file'), 'no folder')
  await refused(['migrate'], { DATA_DIR: join(folder, 'file/data') }, 3, `DATA_DIR=${join(folder, 'file/data')}: `)
  await mkdir(join(data, 'app.db'), { recursive: true })
  await refused(['migrate'], {}, 3, `${join(data, 'app.db')} is no file.`)
  await refused(['migrate'], { APP_DB_URL: 'http://127.0.0.1:9' }, 1, 'APP_DB_URL=http://127.0.0.1:9: ')
  await rm(data, { recursive: true })
  await refused(['serve'], { HOST: '203.0.113.77' }, 2, 'HOST=203.0.113.77: ')
  await refused(['serve'], { HOST: 'a b' }, 2, 'HOST=a b: ')
  await mkdir(data)
  await writeFile(join(data, 'secret'), '\n')
  await refused(['serve'], {}, 2, `${join(data, 'secret')} has 0 characters`)
})

test('unknown options of a command are refused', async () => {
  for (const words of [
    ['serve', '--nope'],
    ['serve', 'dev'],
    ['ingest', '--dev'],
    ['migrate', 'app'],
    ['doctor', '-v'],
  ]) {
    const { status, stderr } = await run(words)
    expect([status, stderr]).toEqual([2, expect.stringContaining(`Unknown option "${words[1]}" for "${words[0]}".`)])
  }
  expect(existsSync(data)).toBe(false)
})

test('on SIGTERM during startup the server stops between two files with consistent databases', async () => {
  for (let n = 0; n < 1000; n++) await writeFile(join(folder, `content/ru/docs/${n}.md`), page({ title: `№ ${n}` }))
  const { PATH = '', HOME = '' } = process.env
  const files = async () => {
    if (!existsSync(join(data, 'content.db'))) return 0
    const db = await openDb({ url: `file:${join(data, 'content.db')}`, readOnly: true })
    const { rows } = await db.client.execute('select count(*) as n from content_files').catch(() => ({ rows: [] }))
    await db.close()
    return Number(rows[0]?.n ?? 0)
  }
  // Repeats when the ingest has finished before the signal.
  do {
    await rm(data, { recursive: true, force: true })
    const child = Bun.spawn([process.execPath, main, 'serve'], {
      env: { PATH, HOME, ...thrift, ...env },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    await until(async () => (await files()) > 3)
    child.kill('SIGTERM')
    const [status, stderr] = [await child.exited, await new Response(child.stderr).text()]
    expect([status, stderr.replace(/^(Starting:|Kurs) (.*\n)+/m, '')]).toEqual([0, ''])
  } while ((await files()) === 1000)
  const logs = ['app', 'content', 'market'].map((name) => Bun.file(join(data, `${name}.db-wal`)).size)
  expect(logs).toEqual([0, 0, 0])
})
