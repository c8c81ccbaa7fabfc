import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { openCommands } from '../../../tests/commands.ts'
import { putMigrated } from '../../../tests/migrated.ts'
import { startS3 } from '../../../tests/s3-server.ts'
import { readConfig } from '../../config.ts'
import { makeBackup } from './make-backup.ts'
import { openStore } from './s3-store.ts'
import { scheduleBackups } from './scheduled.ts'

const home = await mkdtemp(join(tmpdir(), 'kurs-s3-backup-'))
const store = await startS3('kept')
const commands = openCommands()
afterEach(() => store.before(() => {}))
afterAll(async () => {
  await commands.close()
  await store.close()
  await rm(home, { recursive: true, force: true })
})

const hour = 3_600_000
let made = 0
const newPath = () => join(home, `${++made}`)

async function dataFolder(): Promise<string> {
  const folder = newPath()
  await mkdir(folder)
  await Promise.all([putMigrated('app', folder), writeFile(join(folder, 'secret'), `${'s'.repeat(64)}\n`)])
  return folder
}

const large = await dataFolder()
const database = new Database(join(large, 'app.db'))
// Adds random data, which stays larger than one upload part after compression.
database.exec(`create table extra as select randomblob(9 * 1024 * 1024) bytes`)
database.close()
const untouched = (await readdir(large)).sort()

const run = (dataDir: string, words: string[], env: Record<string, string> = {}) =>
  commands.run(words, { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...store.env, ...env })

test('a backup is uploaded in parts and can be restored from the store', async () => {
  const [from, to] = [large, newPath()]
  let [arriving, most] = [0, 0]
  const parts: string[] = []
  store.before(({ req, query }) => {
    if (query.partNumber === undefined) return
    parts.push(query.partNumber)
    most = Math.max(most, ++arriving)
    req.on('end', () => arriving--)
  })
  const place = 's3://kept/by hand/ü+.tar.gz'
  expect(await run(from, ['backup', place])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^s3:\/\/kept\/by hand\/ü\+\.tar\.gz: app\.db, secret; \d+\.\d MiB\n$/),
    stderr: '',
  })
  // Only one part of the upload is in memory at a time. The client may send a part again.
  expect([[...new Set(parts)], most]).toEqual([['1', '2'], 1])
  expect((await store.keys()).filter((key) => key.startsWith('by hand/'))).toEqual(['by hand/ü+.tar.gz'])
  expect((await run(from, ['backup', place])).stderr).toContain('is there already.\n')
  expect(await run(to, ['restore', place])).toMatchObject({ status: 0, stderr: '' })
  expect((await readdir(to)).sort()).toEqual(['app.db', 'secret'])
  const restored = new Database(join(to, 'app.db'))
  expect(restored.prepare('select length(bytes) many from extra').get()).toMatchObject({ many: 9 * 1024 * 1024 })
  restored.close()
  expect((await readdir(from)).filter((name) => !name.endsWith('.part')).sort()).toEqual(untouched)
})

test('restore suggests the newest backup in the folder when the object does not exist', async () => {
  const to = newPath()
  for (const hours of ['08', '09']) await store.client.write(`named/kurs-2026-11-23T${hours}-40-13Z.tar.gz`, 'x')
  for (const place of ['s3://kept/named/', 's3://kept/named/other.tar.gz'])
    expect(await run(to, ['restore', place])).toEqual({
      status: 1,
      stdout: '',
      stderr: `${place}: there is no such file.\nThe newest there is s3://kept/named/kurs-2026-11-23T09-40-13Z.tar.gz\n`,
    })
  expect((await run(to, ['restore', 's3://kept/none/a'])).stderr).toBe('s3://kept/none/a: there is no such file.\n')
  const cut = await run(to, ['restore', 's3://kept/named/kurs-2026-11-23T09-40-13Z.tar.gz'])
  expect(cut.stderr).toContain('cannot be read to its end')
  expect(await readdir(to)).toEqual([])
})

test.each<[string, Record<string, string>, string]>([
  ['s3://kept/a', { S3_SECRET_ACCESS_KEY: 'mistaken' }, 'does not accept the keys (SignatureDoesNotMatch: '],
  ['s3://kept/a', { S3_ACCESS_KEY_ID: 'mistaken' }, 'does not accept the keys (InvalidAccessKeyId: '],
  ['s3://gone/a', {}, 's3://gone: the store at http://127.0.0.1:'],
  ['s3://gone/a', {}, 'has no such bucket (NoSuchBucket: '],
  ['s3://kept/a', { S3_ENDPOINT: 'http://127.0.0.1:9' }, 'cannot be reached (ConnectionRefused).\nCheck S3_ENDPOINT'],
  ['s3://kept/a', { S3_ENDPOINT: 'http://store.invalid' }, 'cannot be reached (DNSResolveFailed).'],
])('a refusal by the store is reported with a remedy: %s %j', async (place, env, said) => {
  const to = newPath()
  const outcomes = [await run(await dataFolder(), ['backup', place], env), await run(to, ['restore', place], env)]
  for (const { status, stderr } of outcomes) {
    expect(status).toBe(1)
    expect(stderr).toContain(said)
    expect(stderr).not.toContain('mistaken')
  }
  expect(await readdir(to).catch(() => [])).toEqual([])
})

test.each<[string, Record<string, string>, string]>([
  [
    's3://kept/a',
    { S3_SECRET_ACCESS_KEY: '' },
    's3://kept needs keys.\nSet S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.\n',
  ],
  ['s3:///a', {}, 's3:// names no bucket.\nName one: s3://BUCKET/FOLDER/FILE.\n'],
  ['s3://kept/a/', {}, 's3://kept/a/ is a folder.\nName a file in it.\n'],
])('a missing bucket, key or file name is reported: %s %j', async (place, env, stderr) => {
  expect(await run(large, ['backup', place], env)).toEqual({ status: 2, stdout: '', stderr })
})

test('an interrupted upload leaves no object and no draft', async () => {
  store.before(({ req, query }) => {
    if (query.partNumber === '2') req.destroy()
  })
  // A killed process of another test may have left its draft.
  const before = (await readdir(large)).sort()
  const { status, stderr } = await run(large, ['backup', 's3://kept/cut/a.tar.gz'])
  expect([status, stderr]).toEqual([1, expect.stringContaining('cannot be reached (ConnectionClosed)')])
  expect((await store.keys()).filter((key) => key.startsWith('cut/'))).toEqual([])
  expect((await readdir(large)).sort()).toEqual(before)
})

test('an upload is aborted when the server stops, even if the store does not answer', async () => {
  const [stopping, over] = [new AbortController(), Promise.withResolvers<void>()]
  store.before(({ query }) => {
    if (query.partNumber === undefined) return
    stopping.abort(new Error('The server stops'))
    return over.promise
  })
  const { signal } = stopping
  const making = makeBackup(readConfig({ DATA_DIR: large, ...store.env }), 's3://kept/stopped/a.tar.gz', { signal })
  expect(await making.catch((error: Error) => error.message)).toBe('The server stops')
  over.resolve()
  expect((await store.keys()).filter((key) => key.startsWith('stopped/'))).toEqual([])
})

test('scheduled backups go to the store, and the oldest ones are removed', async () => {
  const dataDir = await dataFolder()
  const env = { DATA_DIR: dataDir, BACKUP_DIR: 's3://kept/site', BACKUP_KEEP: '2', ...store.env }
  let lists = 0
  store.before(({ query }) => {
    lists += Number('list-type' in query)
  })
  await store.client.write('site/of-others.tar.gz', '')
  await store.client.write('site/deeper/kurs-2026-01-01T00-00-00Z.tar.gz', '')
  let now = Date.UTC(2026, 10, 23, 9, 40, 13)
  const backups = scheduleBackups(readConfig(env), { info: () => {} }, () => now)
  for (let day = 0; day < 3; day++) {
    await backups?.run()
    const before = lists
    now += 23 * hour
    await backups?.run()
    // No request is made until the next backup is due.
    expect(lists).toBe(before)
    now += hour
  }
  expect((await store.keys()).filter((key) => key.startsWith('site/'))).toEqual([
    'site/deeper/kurs-2026-01-01T00-00-00Z.tar.gz',
    'site/kurs-2026-11-24T09-40-13Z.tar.gz',
    'site/kurs-2026-11-25T09-40-13Z.tar.gz',
    'site/of-others.tar.gz',
  ])
  expect((await run(dataDir, ['doctor'], env)).stdout).toMatch(/[✓✗] backups in s3:\/\/kept\/site(\n|: the newest is)/)
})

test('a folder with more objects than one listing page is listed completely', async () => {
  const token = 'a+/=&'
  const page = (key: string, next = '') =>
    `<ListBucketResult><Contents><Key>${key}</Key></Contents>${next}</ListBucketResult>`
  await using pages = Bun.serve({
    port: 0,
    fetch: ({ url }) => {
      const asked = new URL(url).searchParams.get('continuation-token')
      const next = '<IsTruncated>true</IsTruncated><NextContinuationToken>a+/=&amp;</NextContinuationToken>'
      return new Response(asked === token ? page('b') : page('a', next))
    },
  })
  const config = readConfig({ ...store.env, S3_ENDPOINT: `http://127.0.0.1:${pages.port}` })
  expect(await openStore(config, 'kept').list('')).toEqual(['a', 'b'])
})

test('doctor reports why a store cannot be used', async () => {
  const env = { BACKUP_DIR: 's3://gone/site', CONTENT_DIR: home }
  expect((await run(await dataFolder(), ['doctor'], env)).stdout).toMatch(/✗ backups in \S+: .*has no such bucket/)
})

test('requests to a store that does not answer time out', async () => {
  const answer = Promise.withResolvers<void>()
  store.before(() => answer.promise)
  const silent = openStore(readConfig(store.env), 'kept', { answerMs: 1, partMs: 1 })
  const problem = 'gave no answer within 0.001 s.\nCheck S3_ENDPOINT and the network.'
  await expect(silent.has('silent/a')).rejects.toThrow(problem)
  await expect(silent.upload(join(large, 'app.db'), 'silent/a')).rejects.toThrow(problem)
  answer.resolve()
  store.before(() => {})
  expect((await store.keys()).filter((key) => key.startsWith('silent/'))).toEqual([])
})

test('a killed upload leaves nothing that could be restored', async () => {
  const [reached, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  store.before(({ query }) => {
    if (query.partNumber !== '2') return
    reached.resolve()
    return over.promise
  })
  const killed = openCommands()
  const running = killed.run(['backup', 's3://kept/killed/a.tar.gz'], { DATA_DIR: large, ...store.env })
  await Promise.race([reached.promise, running])
  await killed.close()
  over.resolve()
  expect((await store.keys()).filter((key) => key.startsWith('killed/'))).toEqual([])
})
