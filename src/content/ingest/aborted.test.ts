import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigrated } from '../../../tests/migrated.ts'
import { writeFiles } from '../../../tests/write-files.ts'
import { findContentVersion } from '../queries.ts'
import { type IngestDeps, ingest } from './ingest.ts'
import { listFileNames } from './queries.ts'

const contentDir = await mkdtemp(join(tmpdir(), 'kurs-aborted-'))
const db = await openMigrated('content')
afterAll(() => Promise.all([db.close(), rm(contentDir, { recursive: true })]))

test('an aborted run keeps the files it has read, and the next run reads the others', async () => {
  const names = ['a', 'b', 'c'].map((name) => `en/docs/${name}.md`)
  await writeFiles(contentDir, Object.fromEntries(names.map((name) => [name, '# Title\n\nText.\n'])))
  // The files of this test have neither pictures nor code, so these fakes are never called.
  const highlighter: IngestDeps['highlighter'] = { highlight: async (body) => body }
  const deps: IngestDeps = { db, contentDir, images: {} as never, highlighter, now: Date.now }
  const controller = new AbortController()
  const onProgress = (done: number) => done === 2 && controller.abort(new Error('ended'))
  expect(await ingest(deps, { signal: controller.signal, onProgress }).catch(String)).toBe('Error: ended')
  expect((await listFileNames(db)).sort()).toEqual(names.slice(0, 2))
  expect(await findContentVersion(db)).toBe(1)
  expect(await ingest(deps)).toMatchObject({ changed: names.slice(2), unchanged: 2 })
})
