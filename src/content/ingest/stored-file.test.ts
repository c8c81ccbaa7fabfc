import { afterAll, expect, test } from 'bun:test'
import { createTestSite, page } from '../../../tests/site.ts'
import { openDb } from '../../db/client.ts'
import { createHighlighter } from '../body/highlight.ts'
import { createFileBatch } from './file-batch.ts'
import { ingestFile } from './ingest-file.ts'
import type { KnownFiles } from './queries.ts'
import { isProblem, readSource } from './read-source.ts'

const site = await createTestSite({ files: { 'ru/docs/a.md': page({}, 'Длинный текст.') } })
afterAll(site.close)

test('the text of a saved file is not kept in memory for the rest of the run', async () => {
  const db = await openDb({ url: `file:${site.dataDir}/content.db` })
  const known: KnownFiles = new Map()
  const source = await readSource(site.contentDir, 'ru/docs/a.md')
  if (!source || isProblem(source)) throw new Error('The file could not be read')
  const batch = createFileBatch(db)
  await ingestFile({ db, known, batch, source, highlighter: createHighlighter(), now: Date.now })
  await batch.flush()
  await db.close()
  expect(JSON.stringify([...known.values()])).toContain('ru/docs/a.md')
  expect(JSON.stringify([...known.values()])).not.toContain('Длинный текст')
})
