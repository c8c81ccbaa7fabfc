import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { create, extract } from 'tar'
import { openDb } from '../src/db/client.ts'
import { openCommands } from './commands.ts'
import { putMigrated } from './migrated.ts'
import { patienceMs, runsOf } from './property-runs.ts'
import { until } from './until.ts'

setDefaultTimeout(patienceMs)

const home = await mkdtemp(join(tmpdir(), 'kurs-backup-'))
const commands = openCommands()
afterAll(async () => {
  await commands.close()
  await rm(home, { recursive: true, force: true })
})

let made = 0

/** Creates a data folder with both databases, and a table of pairs in one of them. */
async function dataFolder(): Promise<string> {
  const folder = join(home, `data-${++made}`)
  await mkdir(folder)
  await Promise.all([putMigrated('app', folder), putMigrated('market', folder)])
  await writeFile(join(folder, 'secret'), `${'s'.repeat(64)}\n`, { mode: 0o600 })
  const db = await openDb({ url: `file:${join(folder, 'app.db')}` })
  await db.writeRaw([{ sql: 'create table pairs (id integer primary key, left, right)', args: [] }])
  await db.close()
  return folder
}

const run = (dataDir: string, ...words: string[]) => commands.run(words, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const newPath = (name: string) => join(home, `${++made}-${name}`)

async function pairsOf(dataDir: string): Promise<{ many: number; halves: number }> {
  const db = await openDb({ url: `file:${join(dataDir, 'app.db')}`, readOnly: true })
  const { rows } = await db.client.execute(
    'select count(*), count(*) filter (where left is not right) from pairs union all select count(*), 0 from sqlite_schema',
  )
  await db.close()
  return { many: Number(rows[0]?.[0]), halves: Number(rows[0]?.[1]) }
}

async function saved(dataDir: string): Promise<string> {
  const file = newPath('good.tar.gz')
  expect(await run(dataDir, 'backup', file)).toMatchObject({ status: 0, stderr: '' })
  return file
}

test('a folder created by a restore is accessible only to its owner', async () => {
  const to = newPath('own')
  expect(await run(to, 'restore', await saved(await dataFolder()))).toMatchObject({ status: 0, stderr: '' })
  const modes = ['', 'app.db', 'market.db', 'secret'].map(async (name) => (await stat(join(to, name))).mode & 0o777)
  expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o600, 0o600])
})

test('a backup during a hundred transactions a second restores a single point in time', async () => {
  const from = await dataFolder()
  const db = await openDb({ url: `file:${join(from, 'app.db')}` })
  let written = 0
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      const [id, due] = [++written, performance.now() + 10]
      // Writes both halves of a pair or none.
      await db.writeRaw([
        { sql: 'insert into pairs values (?, ?, null)', args: [id, id] },
        { sql: 'update pairs set right = left where id = ?', args: [id] },
      ])
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    }
  })()
  const file = newPath('busy.tar.gz')
  await until(() => written >= 20)
  const before = written
  expect(await run(from, 'backup', file)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/: app\.db, market\.db, secret; [\d.]+ MiB\n$/),
  })
  const after = written
  isOver = true
  await writing
  await db.close()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(after).toBeGreaterThan(before)

  const to = newPath('restored')
  expect(await run(to, 'restore', file)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^\S+-restored: app\.db, market\.db, secret as of 20\S+Z, saved by release [\d.]+\n$/,
    ),
  })
  const { many, halves } = await pairsOf(to)
  expect(halves).toBe(0)
  expect(many).toBeGreaterThanOrEqual(before - 1)
  expect(many).toBeLessThanOrEqual(after)
  expect(await readFile(join(to, 'secret'), 'utf8')).toBe(`${'s'.repeat(64)}\n`)
  expect((await run(to, 'migrate')).status).toBe(0)
  expect((await run(to, 'doctor')).stdout).toContain('✓ app\n')
  expect((await readdir(home)).filter((name) => name.includes('.part'))).toEqual([])
})

test('a backup without history omits prices, says so, and a restore keeps existing ones', async () => {
  const [from, to, other, file] = [await dataFolder(), newPath('bare'), newPath('priced'), newPath('short.tar.gz')]
  expect(await run(from, 'backup', file, '--without-history')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /: app\.db, secret; .*\nmarket\.db is not included: a restored server fetches its prices/,
    ),
  })
  const inside = newPath('short')
  await mkdir(inside)
  await extract({ file, cwd: inside })
  expect((await readdir(inside)).sort()).toEqual(['app.db', 'kurs-backup.json', 'secret'])
  const manifest = JSON.parse(await readFile(join(inside, 'kurs-backup.json'), 'utf8'))
  expect(manifest).toMatchObject({ without: ['market.db'] })

  expect((await run(to, 'restore', file)).stdout).toContain('The next start fetches 90 days of them (HISTORY_DAYS)')
  expect((await readdir(to)).sort()).toEqual(['app.db', 'secret'])
  expect((await run(to, 'migrate')).status).toBe(0)
  expect((await readdir(to)).filter((name) => name.endsWith('.db')).sort()).toEqual([
    'app.db',
    'content.db',
    'market.db',
  ])

  await mkdir(other)
  await Promise.all([putMigrated('app', other), putMigrated('market', other)])
  const prices = await readFile(join(other, 'market.db'))
  expect((await run(other, 'restore', file, '--replace')).stdout).toContain('no prices; those that are there stay')
  expect(await readFile(join(other, 'market.db'))).toEqual(prices)
})

test('an empty file name is refused', async () => {
  for (const words of [
    ['backup', ''],
    ['restore', ''],
    ['backup', ' '],
  ])
    expect(await run(join(home, 'nameless'), ...words)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`Usage:\n\n  ${words[0]} FILE`),
    })
})

test('a truncated or altered backup is refused with the reason, and nothing changes', async () => {
  const bytes = await readFile(await saved(await dataFolder()))
  const damaged = fc.nat(bytes.length - 1).chain((at) =>
    fc.oneof(
      fc.constant(bytes.subarray(0, at)),
      fc.integer({ min: 1, max: 255 }).map((by) => {
        const copy = Buffer.from(bytes)
        copy[at] = (copy[at] ?? 0) ^ by
        return copy
      }),
    ),
  )
  await fc.assert(
    fc.asyncProperty(damaged, async (content) => {
      const file = newPath('bad.tar.gz')
      await writeFile(file, content)
      const to = newPath('untouched')
      const { status, stderr } = await run(to, 'restore', file)
      // A changed byte that does not matter, such as one of the timestamp in the gzip header, lets the restore succeed.
      if (status === 0) return expect((await pairsOf(to)).halves).toBe(0)
      expect(stderr).toMatch(
        /bad\.tar\.gz (cannot be read to its end|is damaged|is no backup|lacks).*\.\nNothing was changed\.\n$/,
      )
      expect(await readdir(to)).toEqual([])
    }),
    { numRuns: runsOf(300) },
  )
})

test('other files and backups with foreign names, links or a newer database are refused', async () => {
  const to = newPath('untouched')
  const text = newPath('notes.txt')
  await writeFile(text, 'Not a backup at all')
  expect((await run(to, 'restore', text)).stderr).toContain('notes.txt cannot be read to its end')
  const foreign = newPath('foreign.tar.gz')
  const inside = newPath('inside')
  await mkdir(inside)
  for (const name of ['beside', 'inside-it']) await writeFile(join(name === 'beside' ? home : inside, name), 'x')
  await create({ cwd: inside, file: foreign, gzip: true, preservePaths: true }, ['inside-it', '../beside'])
  expect((await run(to, 'restore', foreign)).stderr).toContain('is no backup that this release can read')
  const newer = await dataFolder()
  const db = await openDb({ url: `file:${join(newer, 'app.db')}` })
  await db.writeRaw([{ sql: "insert into _migrations values ('9999_later', 'x', 0)", args: [] }])
  await db.close()
  expect((await run(to, 'restore', await saved(newer))).stderr).toContain('its newest migration is 9999_later')
  expect((await run(to, 'restore', join(home, 'none'))).stderr).toBe(`${join(home, 'none')}: there is no such file.\n`)
  expect(await readdir(to)).toEqual([])
})

test('a backup with a foreign database is refused even if its checksums match', async () => {
  const inside = newPath('no-database')
  await mkdir(inside)
  await extract({ file: await saved(await dataFolder()), cwd: inside })
  const manifest = JSON.parse(await readFile(join(inside, 'kurs-backup.json'), 'utf8'))
  const to = newPath('untouched')
  const refusalOf = async (change: (path: string) => Promise<unknown>) => {
    await change(join(inside, 'app.db'))
    const bytes = await readFile(join(inside, 'app.db'))
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    manifest.files['app.db'] = { ...manifest.files['app.db'], sha256, bytes: bytes.length }
    await writeFile(join(inside, 'kurs-backup.json'), JSON.stringify(manifest))
    const file = newPath('sums-are-right.tar.gz')
    await create({ cwd: inside, file, gzip: true }, ['kurs-backup.json', 'app.db', 'market.db', 'secret'])
    return (await run(to, 'restore', file)).stderr
  }
  const foreign = async (path: string) => {
    await rm(path)
    const db = await openDb({ url: `file:${path}` })
    await db.writeRaw([{ sql: 'create table notes (text)', args: [] }])
    await db.close()
  }
  const withoutUsers = async (path: string) => {
    await rm(path)
    await putMigrated('app', inside)
    const db = await openDb({ url: `file:${path}` })
    await db.writeRaw([{ sql: 'drop table sessions', args: [] }])
    await db.close()
  }
  expect(await refusalOf(withoutUsers)).toContain('lacks tables in its app.db: sessions')
  expect(await refusalOf(foreign)).toContain('has an unknown database as its app.db')
  expect(await refusalOf((path) => writeFile(path, 'x'))).toContain('app.db')
  expect(await refusalOf((path) => writeFile(path, ''))).toContain('app.db')
  expect(await readdir(to)).toEqual([])
})

test('a backup with a valid but different database is refused', async () => {
  const inside = newPath('swapped')
  await mkdir(inside)
  await extract({ file: await saved(await dataFolder()), cwd: inside })
  await putMigrated('app', inside)
  const file = newPath('swapped.tar.gz')
  await create({ cwd: inside, file, gzip: true }, ['kurs-backup.json', 'app.db', 'market.db', 'secret'])
  const to = newPath('untouched')
  expect((await run(to, 'restore', file)).stderr).toContain('is damaged: app.db is not what was saved')
  expect(await readdir(to)).toEqual([])
})

test('a restore never overwrites data, keeps it with --replace, and refuses open databases', async () => {
  const [from, to] = [await dataFolder(), await dataFolder()]
  const file = await saved(from)
  const before = await readFile(join(to, 'app.db'))
  expect((await run(from, 'backup', file)).stderr).toContain('is there already.\n')
  expect((await run(from, 'backup', join(home, 'none/a.tar.gz'))).stderr).toContain('there is no such folder')
  expect((await run(to, 'restore', file)).stderr).toContain('put it aside with --replace')
  expect(await readFile(join(to, 'app.db'))).toEqual(before)

  const user = Bun.spawn([process.execPath, join(import.meta.dir, 'database-user.ts'), join(to, 'app.db')], {
    stdin: 'pipe',
    stdout: 'pipe',
  })
  await user.stdout.getReader().read()
  expect((await run(to, 'restore', file, '--replace')).stderr).toContain('is open in another process')
  user.kill()
  await user.exited
  let stdout = ''
  await until(async () => {
    // Collects garbage: the driver releases a file once its statements are collected, and this process had the file
    // open too.
    Bun.gc(true)
    const restored = await run(to, 'restore', file, '--replace')
    stdout = restored.stdout
    return restored.status === 0
  })
  const [, aside = ''] = /^The previous file was moved to (\S+app\.db\.replaced-\S+)\.$/m.exec(stdout) ?? []
  expect(await readFile(aside)).toEqual(before)
  await copyFile(aside, join(to, 'again.db'))
  expect(await run(to, 'restore', file, '--replace')).toMatchObject({ status: 0 })
  expect(await readFile(aside)).toEqual(before)
})

test('the write-ahead log of a killed process is not applied to a restored database', async () => {
  const [from, to] = [await dataFolder(), await dataFolder()]
  const file = await saved(from)
  // Simulates a copy of a running database: the latest changes are in the write-ahead log, not in the file yet.
  const db = await openDb({ url: `file:${join(to, 'app.db')}` })
  await db.writeRaw([{ sql: "insert into pairs values (1, 'late', 'late')", args: [] }])
  const log = await readFile(join(to, 'app.db-wal'))
  await db.close()
  await rm(join(to, 'app.db'))
  await writeFile(join(to, 'app.db-wal'), log)
  expect(log.length).toBeGreaterThan(0)
  expect(await run(to, 'restore', file, '--replace')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/moved to \S+app\.db\.replaced-\S+\.\n/),
  })
  expect((await pairsOf(to)).many).toBe(0)
})

test.skipIf(!existsSync('/dev/shm'))('a database on another disk than the data folder is restored there', async () => {
  const file = await saved(await dataFolder())
  const [to, other] = [newPath('restored'), await mkdtemp('/dev/shm/kurs-backup-')]
  const env = { DATA_DIR: to, LOG_LEVEL: 'silent', MARKET_DB_URL: `file:${join(other, 'market.db')}` }
  try {
    for (const words of [
      ['restore', file],
      ['restore', file, '--replace'],
    ]) {
      expect(await commands.run(words, env)).toMatchObject({ status: 0, stderr: '' })
    }
    const found = (await readdir(other)).map((name) => name.replace(/replaced-.*Z/, 'replaced'))
    expect(found.filter((name) => !/-(wal|shm)$/.test(name)).sort()).toEqual(['market.db', 'market.db.replaced'])
    expect((await readdir(to)).filter((name) => name.includes('.restore-'))).toEqual([])
  } finally {
    await rm(other, { recursive: true, force: true })
  }
})

test('wrong arguments and unsupported databases are refused with a message', async () => {
  const empty = newPath('empty')
  expect(await run(empty, 'backup')).toMatchObject({ status: 2, stderr: expect.stringContaining('backup FILE') })
  expect(await run(empty, 'restore', 'a', 'b')).toMatchObject({ status: 2 })
  expect((await run(empty, 'backup', newPath('a'))).stderr).toContain('has no databases yet')
  const env = { DATA_DIR: empty, APP_DB_URL: 'http://localhost:1' }
  expect((await commands.run(['backup', newPath('a')], env)).stderr).toContain('is on a server of its own')
})

test('local databases are saved and restored although another one is on a server', async () => {
  const [from, to, file] = [newPath('mixed'), newPath('mixed-again'), newPath('mixed.tar.gz')]
  await commands.run(['migrate'], { DATA_DIR: from })
  const served = { MARKET_DB_URL: 'http://localhost:1' }
  const saved = await commands.run(['backup', file], { DATA_DIR: from, ...served })
  expect(saved).toMatchObject({ status: 0, stderr: '' })
  expect(saved.stdout).toMatch(/app\.db; .*\nhttp:\/\/localhost:1 is on its own server and not included/)
  const elsewhere = await commands.run(['restore', file], { DATA_DIR: to, APP_DB_URL: 'http://localhost:1' })
  expect(elsewhere).toMatchObject({ status: 1, stderr: expect.stringContaining('is on a server of its own') })
  expect(await commands.run(['restore', file], { DATA_DIR: to, ...served })).toMatchObject({ status: 0, stderr: '' })
  expect((await readdir(to)).filter((name) => name.endsWith('.db'))).toEqual(['app.db'])
})
