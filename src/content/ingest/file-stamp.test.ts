import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putMigrated } from '../../../tests/migrated.ts'
import { openDb } from '../../db/client.ts'
import { createHighlighter } from '../body/highlight.ts'
import { settledStampOf, stampOf } from './file-stamp.ts'
import { ingest } from './ingest.ts'
import { listFiles } from './queries.ts'

const folder = await mkdtemp(join(tmpdir(), 'kurs-stamps-'))
afterAll(() => rm(folder, { recursive: true }))
const later = () => Date.now() + 2001

test('a rewritten file has another stamp, even with equal size and time', async () => {
  await writeFile(join(folder, 'a.md'), 'one')
  const before = stampOf(folder, 'a.md')
  expect(stampOf(folder, 'a.md')).toBe(before)
  // Repeated until the stamp changes, because the file system's clock advances in steps.
  do {
    await writeFile(join(folder, 'a.md'), 'two')
    await utimes(join(folder, 'a.md'), new Date(0), new Date(0))
  } while (stampOf(folder, 'a.md')?.split('-').at(-1) === before?.split('-').at(-1))
  expect(stampOf(folder, 'a.md')).not.toBe(before)
})

test('a recently written file, a link and a missing file have no settled stamp', async () => {
  await writeFile(join(folder, 'b.md'), 'one')
  await symlink(join(folder, 'b.md'), join(folder, 'link.md'))
  expect(settledStampOf(folder, 'b.md', Date.now())).toBeUndefined()
  expect(settledStampOf(folder, 'b.md', later())).toBe(stampOf(folder, 'b.md'))
  expect(['link.md', 'none.md'].map((file) => settledStampOf(folder, file, later()))).toEqual([undefined, undefined])
  expect(['link.md', 'none.md'].map((file) => stampOf(folder, file))).toEqual([undefined, undefined])
})

test('a file with a known stamp is not read; a rewritten one is', async () => {
  const contentDir = join(folder, 'content')
  await mkdir(join(contentDir, 'ru/docs'), { recursive: true })
  await putMigrated('content', folder)
  await using db = await opened()
  const images = { measure: async () => undefined, prepare: async () => undefined }
  const run = () => ingest({ db, contentDir, images, highlighter: createHighlighter(), now: Date.now })
  const file = 'ru/docs/a.md'
  await writeFile(join(contentDir, file), '# One\n')
  await run()
  const [known] = await listFiles(db, [file])
  expect(known?.stamp).toBeNull()
  // The stored digest is replaced by a wrong one, which goes unnoticed only if the file is not read.
  const stamp = stampOf(contentDir, file) ?? ''
  await db.write(() => db.client.execute({ sql: 'update content_files set stamp = ?, digest = ?', args: [stamp, '?'] }))
  expect(await run()).toMatchObject({ changed: [], unchanged: 1 })
  await writeFile(join(contentDir, file), await readFile(join(contentDir, file)))
  expect((await run()).changed).toEqual([file])
})

async function opened() {
  const db = await openDb({ url: `file:${folder}/content.db` })
  return Object.assign(db, { [Symbol.asyncDispose]: db.close })
}
