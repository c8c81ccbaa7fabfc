import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putMigrated } from '../../tests/migrated.ts'
import { type Db, openDb } from '../db/client.ts'
import { readGaps, readSource, recordGaps, resetSource } from './queries.ts'
import { FormerWriterError, takeOverWriting } from './writer-queries.ts'

let folder: string
let db: Db
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-writer-'))
  await putMigrated('market', folder)
  db = await openDb({ url: `file:${join(folder, 'market.db')}` })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

test('whoever has taken writing over writes; the one before writes nothing more, and is told', async () => {
  const told: Error[] = []
  const first = await takeOverWriting(db, (error) => void told.push(error))
  await resetSource(first, 'first')
  const gap = (from: number) => [{ asset: 'BTCUSDT', from, to: from + 1 }]
  await recordGaps(first, gap(1), 0)
  const [answered] = await first.writeRaw(['select 7 as seven'])
  expect(answered?.rows[0]?.seven).toBe(7)
  expect(await first.writeRaw([])).toEqual([])
  const second = await takeOverWriting(db, (error) => void told.push(error))
  await expect(recordGaps(first, gap(2), 0)).rejects.toThrow(FormerWriterError)
  await expect(resetSource(first, 'former')).rejects.toThrow('Another process follows prices and writes them now')
  expect(told).toHaveLength(2)
  await recordGaps(second, gap(3), 0)
  expect(await readSource(db)).toBe('first')
  const span = { asset: 'BTCUSDT', from: 0, to: 10 }
  expect((await readGaps(db, span)).map(({ from }) => from)).toEqual([1, 3])
  await expect(second.writeRaw(['insert into nowhere values (1)'])).rejects.toThrow('nowhere')
  expect(told).toHaveLength(2)
})
