import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from './client.ts'
import { findDamage } from './find-damage.ts'

const folder = mkdtempSync(join(tmpdir(), 'kurs-damage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a file with an uncheckpointed WAL is intact, one with a broken page is not', async () => {
  const path = join(folder, 'whole.db')
  const db = await openDb({ url: `file:${path}` })
  await db.client.execute('create table t (n integer)')
  await db.client.execute(
    'with recursive c (n) as (select 1 union all select n + 1 from c limit 2000) insert into t select n from c',
  )
  expect(await findDamage(path)).toBeUndefined()
  await db.close()
  expect(await findDamage(path)).toBeUndefined()
  const bytes = await Bun.file(path).bytes()
  const broken = join(folder, 'broken.db')
  await Bun.write(broken, bytes.fill(7, 2 * 4096 + 100, 3 * 4096))
  expect(await findDamage(broken)).toMatch(/\w+ \w+/)
})

test('a file that is no database cannot be read', async () => {
  const path = join(folder, 'none.db')
  await Bun.write(path, 'This is no database. '.repeat(400))
  await expect(findDamage(path)).rejects.toMatchObject({ code: 'SQLITE_NOTADB' })
})
