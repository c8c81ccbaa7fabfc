import { expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { createFileBatch } from './file-batch.ts'

/** Creates a batch with a fake database that counts transactions and runs no statements. */
function createBatch() {
  let writes = 0
  const db = { orm: drizzle(async () => ({ rows: [] })), writeBatch: async () => void writes++ }
  const batch = createFileBatch(db as never)
  const add = (size: number, paths: string[] = []) => batch.add({ statements: [], paths, size })
  return { batch, add, writes: () => writes }
}

test('sixteen small files are written in one transaction', async () => {
  const { batch, add, writes } = createBatch()
  for (let file = 0; file < 15; file++) await add(1)
  expect(writes()).toBe(0)
  await add(1)
  expect(writes()).toBe(1)
  for (let file = 0; file < 15; file++) await add(1)
  expect(writes()).toBe(1)
  await batch.flush()
  await batch.flush()
  expect(writes()).toBe(2)
})

test('files up to 131,072 characters together are written in one transaction', async () => {
  const { add, writes } = createBatch()
  await add(100_000)
  await add(31_071)
  expect(writes()).toBe(0)
  await add(1)
  expect(writes()).toBe(1)
  await add(131_071)
  expect(writes()).toBe(1)
})

test('a pending file is written before its address is queried', async () => {
  const { batch, add, writes } = createBatch()
  await add(1, ['/a'])
  await batch.settle('/b')
  expect(writes()).toBe(0)
  await batch.settle('/a')
  expect(writes()).toBe(1)
  await add(1, ['/c'])
  await batch.settle('/a')
  expect(writes()).toBe(1)
})
