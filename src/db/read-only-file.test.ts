import { afterAll, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import Database from 'libsql'
import { openReadOnlyFile } from './read-only-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'kurs-read-only-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Opens a file with its temporary copies in the folder of this test, because other processes create their copies in
 * TMPDIR.
 */
function openWithCopies(path: string) {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return openReadOnlyFile(path)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}
const copies = () => readdirSync(folder).filter((name) => name.startsWith('kurs-look-'))

/** Creates a file that is in use: its second row is only in the WAL. */
function openLogged(name: string) {
  const path = join(folder, name)
  const writer = new Database(path)
  writer.exec('pragma journal_mode = wal')
  writer.exec('create table t (n integer)')
  writer.exec('insert into t values (1)')
  writer.exec('pragma wal_checkpoint(truncate)')
  writer.exec('insert into t values (2)')
  return { path, writer }
}

const rowsOf = (path: string) => {
  const file = openReadOnlyFile(path)
  return file.orm.all<[number]>(sql`select n from t order by n`).finally(() => file.close())
}

test('a file without a WAL is read and not modified', async () => {
  const { path, writer } = openLogged('rest.db')
  writer.exec('pragma wal_checkpoint(truncate)')
  writer.close()
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  expect((await rowsOf(path)).flatMap((row) => Object.values(row))).toEqual([1, 2])
  expect(readdirSync(folder).filter((name) => name.startsWith('rest.db'))).toEqual(['rest.db'])
})

test('a file that is being written is read with its WAL, which is kept', async () => {
  const { path, writer } = openLogged('busy.db')
  const size = () => Bun.file(`${path}-wal`).size
  const before = size()
  expect((await rowsOf(path)).flatMap((row) => Object.values(row))).toEqual([1, 2])
  expect([before > 0, size()]).toEqual([true, before])
  writer.close()
})

test('a file with a WAL but no index is read from a copy, which is removed on close', async () => {
  const { path, writer } = openLogged('killed.db')
  const left = join(folder, 'left.db')
  for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, `${left}${suffix}`)
  writer.close()
  const file = openWithCopies(left)
  expect(copies()).toHaveLength(1)
  expect((await file.orm.all<object>(sql`select n from t`)).flatMap((row) => Object.values(row))).toEqual([1, 2])
  file.close()
  expect(copies()).toEqual([])
  // The copy may have been removed already, e.g. by a cleanup of temporary files.
  const tidied = openWithCopies(left)
  for (const name of copies()) rmSync(join(folder, name), { recursive: true })
  expect(() => tidied.close()).not.toThrow()
  expect(
    readdirSync(folder)
      .filter((name) => name.startsWith('left.db'))
      .sort(),
  ).toEqual(['left.db', 'left.db-wal'])
})

test('a read-only file refuses writes, reports damage, and is never created', async () => {
  const { path, writer } = openLogged('whole.db')
  writer.exec(
    'with recursive c (n) as (select 1 union all select n + 1 from c limit 2000) insert into t select n from c',
  )
  writer.exec('create index by_n on t (n)')
  writer.exec('pragma wal_checkpoint(truncate)')
  writer.close()
  const whole = openReadOnlyFile(path)
  expect(whole.damage()).toBeUndefined()
  await expect((async () => whole.orm.all(sql`insert into t values (3)`))()).rejects.toThrow('insert into t')
  whole.close()
  const bytes = await Bun.file(path).bytes()
  bytes.fill(7, 2 * 4096 + 100, 3 * 4096)
  const damaged = join(folder, 'damaged.db')
  await Bun.write(damaged, bytes)
  const file = openReadOnlyFile(damaged)
  expect(file.damage()).toMatch(/\w+ \w+/)
  file.close()
  expect(() => openReadOnlyFile(join(folder, 'none.db'))).toThrow()
  expect(readdirSync(folder)).not.toContain('none.db')
})
