import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckpointer, openDb } from './client.ts'

const folder = mkdtempSync(join(tmpdir(), 'kurs-checkpointer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each run moves earlier writes; concurrent calls share one run; close is always safe', async () => {
  const path = join(folder, 'a.db')
  const db = await openDb({ url: `file:${path}` })
  await db.client.execute('create table t (text text)')
  const checkpointer = createCheckpointer(path)
  for (let n = 1; n <= 2; n++) {
    await db.client.execute({ sql: 'insert into t values (?)', args: ['x'.repeat(100_000)] })
    const run = checkpointer.run()
    expect(checkpointer.run()).toBe(run)
    await run
    expect(Bun.file(path).size).toBeGreaterThan(n * 100_000)
  }
  const last = checkpointer.run()
  await checkpointer.close()
  await last
  await createCheckpointer(path).close()
  await db.close()
})

test('a checkpointer that cannot open its file reports it and can still be closed', async () => {
  const checkpointer = createCheckpointer(join(folder, 'missing', 'a.db'))
  await expect(checkpointer.run()).rejects.toThrow()
  await checkpointer.close()
})
