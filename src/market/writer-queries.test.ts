import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putMigrated } from '../../tests/migrated.ts'
import { sqldProgram, startSqld } from '../../tests/sqld-server.ts'
import { type Db, openDb } from '../db/client.ts'
import { migrateDb } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { readGaps, readSource, recordGaps, resetSource } from './queries.ts'
import { FormerWriterError, takeOverWriting } from './writer-queries.ts'

setDefaultTimeout(60_000)

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(url: string): Promise<Db> {
  const db = await openDb({ url })
  closers.push(db.close)
  return db
}

async function openFile(): Promise<Db> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-writer-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  await putMigrated('market', folder)
  return open(`file:${join(folder, 'market.db')}`)
}

async function openOnServer(): Promise<Db> {
  const server = await startSqld()
  closers.push(server.close)
  const db = await open(server.url)
  await migrateDb(db, migrations.market)
  return db
}

async function oneWrites(db: Db): Promise<void> {
  const losses: Error[] = []
  const first = await takeOverWriting(db, (error) => void losses.push(error))
  await resetSource(first, 'first')
  const gap = (from: number) => [{ asset: 'BTCUSDT', from, to: from + 1 }]
  await recordGaps(first, gap(1), 0)
  const [answered] = await first.writeRaw(['select 7 as seven'])
  expect(answered?.rows[0]?.seven).toBe(7)
  expect(await first.writeRaw([])).toEqual([])
  const second = await takeOverWriting(db, (error) => void losses.push(error))
  await expect(recordGaps(first, gap(2), 0)).rejects.toThrow(FormerWriterError)
  await expect(resetSource(first, 'former')).rejects.toThrow('Another process has taken over writing prices')
  expect(losses).toHaveLength(2)
  await recordGaps(second, gap(3), 0)
  expect(await readSource(db)).toBe('first')
  const span = { asset: 'BTCUSDT', from: 0, to: 10 }
  expect((await readGaps(db, span)).map(({ from }) => from)).toEqual([1, 3])
  await expect(second.writeRaw(['insert into nowhere values (1)'])).rejects.toThrow('nowhere')
  expect(losses).toHaveLength(2)
}

test('only the process that took over last can write; the previous one is notified', async () => {
  await oneWrites(await openFile())
})

test.skipIf(!sqldProgram)('only one process can write on a server too', async () => {
  await oneWrites(await openOnServer())
})
