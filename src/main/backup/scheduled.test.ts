import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { list } from 'tar'
import { openCommands } from '../../../tests/commands.ts'
import { putMigrated } from '../../../tests/migrated.ts'
import { readConfig } from '../../config.ts'
import { takeFileLock } from '../../db/file-lock.ts'
import { scheduleBackups } from './scheduled.ts'

const home = await mkdtemp(join(tmpdir(), 'kurs-scheduled-'))
const { run, close } = openCommands()
afterAll(async () => {
  await close()
  await rm(home, { recursive: true, force: true })
})

const hour = 3_600_000
let made = 0

async function scheduled(env: Record<string, string> = {}) {
  const [dataDir, folder] = [join(home, `data-${++made}`), join(home, `backups-${made}`)]
  await mkdir(dataDir)
  await putMigrated('app', dataDir)
  const said: string[] = []
  const log = { info: () => {} }
  let now = Date.UTC(2026, 10, 23, 9, 40, 13)
  const backups = scheduleBackups(readConfig({ DATA_DIR: dataDir, BACKUP_DIR: folder, ...env }), log, () => now)
  if (!backups) throw new Error('Nothing is scheduled')
  return {
    folder,
    dataDir,
    said,
    /** Advances the clock by some ms, runs the job and returns the names of all backups */
    after: async (ms: number) => {
      now += ms
      await backups.run().catch(({ message }: Error) => void said.push(message))
      return (await readdir(folder)).filter((name) => name.endsWith('.tar.gz')).sort()
    },
  }
}

test('a backup is made every day, and the newest seven are kept', async () => {
  const { after, said, folder } = await scheduled()
  await mkdir(folder)
  await writeFile(join(folder, 'somebody-elses.tar.gz'), '')
  expect(await after(0)).toEqual(['kurs-2026-11-23T09-40-13Z.tar.gz', 'somebody-elses.tar.gz'])
  expect(await after(24 * hour - 1)).toHaveLength(2)
  expect(await after(1)).toContain('kurs-2026-11-24T09-40-13Z.tar.gz')
  for (let day = 0; day < 6; day++) await after(24 * hour)
  const left = await after(0)
  expect(left).toHaveLength(8)
  expect(left[0]).toBe('kurs-2026-11-24T09-40-13Z.tar.gz')
  expect(said).toEqual([])
})

test('interval and number of backups are configurable; without a folder none are made', async () => {
  const { after, dataDir } = await scheduled({ BACKUP_HOURS: '1', BACKUP_KEEP: '2' })
  for (let time = 0; time < 3; time++) await after(hour)
  expect(await after(0)).toEqual(['kurs-2026-11-23T11-40-13Z.tar.gz', 'kurs-2026-11-23T12-40-13Z.tar.gz'])
  const none = scheduleBackups(readConfig({ DATA_DIR: dataDir }), { info: () => {} })
  expect(none).toBeUndefined()
})

test('scheduled backups can leave out the price history, too', async () => {
  const { after, dataDir, folder } = await scheduled({ BACKUP_WITHOUT_HISTORY: '1' })
  await putMigrated('market', dataDir)
  const [name = ''] = await after(0)
  const names: string[] = []
  await list({ file: join(folder, name), onReadEntry: ({ path }) => void names.push(path) })
  expect(names).toEqual(['kurs-backup.json', 'app.db'])
})

test('only one process at a time saves into a folder', async () => {
  const { after, folder } = await scheduled()
  await mkdir(folder)
  const lock = takeFileLock(join(folder, 'backup.lock'))
  expect(await after(0)).toEqual([])
  lock?.release()
  expect(await after(0)).toHaveLength(1)
})

test('a file with a future date in its name does not block backups', async () => {
  const { after, folder } = await scheduled()
  await mkdir(folder)
  await writeFile(join(folder, 'kurs-2099-01-01T00-00-00Z.tar.gz'), '')
  expect(await after(0)).toHaveLength(2)
  expect(await after(hour)).toHaveLength(2)
})

test('doctor reports backups that are too old', async () => {
  const { folder, dataDir, after } = await scheduled()
  const look = () => run(['doctor'], { DATA_DIR: dataDir, BACKUP_DIR: folder, CONTENT_DIR: dataDir })
  expect((await look()).stdout).toContain(`✗ backups in ${folder}: missing`)
  await after(0)
  await rename(join(folder, 'kurs-2026-11-23T09-40-13Z.tar.gz'), join(folder, 'kurs-2026-01-01T00-00-00Z.tar.gz'))
  expect((await look()).stdout).toMatch(/✗ backups in \S+: the newest is \d+ hours old/)
  const today = new Date().toISOString().slice(0, 10)
  await rename(join(folder, 'kurs-2026-01-01T00-00-00Z.tar.gz'), join(folder, `kurs-${today}T00-00-00Z.tar.gz`))
  expect((await look()).stdout).toContain(`✓ backups in ${folder}\n`)
})

test('a failed backup is reported in the log, at most once an hour', async () => {
  const { after, said, dataDir } = await scheduled()
  await rm(join(dataDir, 'app.db'))
  expect(await after(0)).toEqual([])
  expect(await after(hour - 1)).toEqual([])
  expect(said).toEqual([expect.stringMatching(/^No backup was made as .*Z\.tar\.gz: there are no databases yet$/)])
  await after(1)
  expect(said).toHaveLength(2)
})

test('a backup folder that cannot be created is reported once an hour, too', async () => {
  const { after, said, folder } = await scheduled({ BACKUP_DIR: join(import.meta.path, 'backups') })
  await mkdir(folder)
  for (const ms of [0, 60_000, hour - 60_001]) await after(ms)
  expect(said).toEqual([expect.stringMatching(/^ENOTDIR/)])
  await after(1)
  expect(said).toHaveLength(2)
})

test('backups with future dates replace only each other, not current ones', async () => {
  const { after, folder, said } = await scheduled({ BACKUP_KEEP: '2' })
  await mkdir(folder)
  for (const year of [2031, 2032, 2033]) await writeFile(join(folder, `kurs-${year}-01-01T00-00-00Z.tar.gz`), '')
  const ahead = ['kurs-2032-01-01T00-00-00Z.tar.gz', 'kurs-2033-01-01T00-00-00Z.tar.gz']
  expect(await after(0)).toEqual(['kurs-2026-11-23T09-40-13Z.tar.gz', ...ahead])
  expect(await after(60_000)).toEqual(['kurs-2026-11-23T09-40-13Z.tar.gz', ...ahead])
  await after(24 * hour)
  expect(await after(24 * hour)).toHaveLength(4)
  expect(said).toEqual([])
})

test('a failed backup is retried after the clock is set back', async () => {
  const { after, dataDir } = await scheduled()
  await rename(join(dataDir, 'app.db'), join(dataDir, 'away.db'))
  expect(await after(0)).toEqual([])
  await rename(join(dataDir, 'away.db'), join(dataDir, 'app.db'))
  expect(await after(-24 * hour)).toHaveLength(1)
})
