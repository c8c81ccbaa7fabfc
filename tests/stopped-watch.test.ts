import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { openDb } from '../src/db/client.ts'
import { serve } from '../src/main/serve.ts'
import { href, paths } from '../src/paths.ts'
import { makeAdministrator } from './administrator.ts'
import { createTestFeed } from './doubles/feed.ts'
import { addBroadcast } from './outbox.ts'
import { assets, categories } from './site.ts'
import { writeFiles } from './write-files.ts'

setDefaultTimeout(60_000)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-stopped-watch-'))
  await writeFiles(join(folder, 'content'), categories)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a server that stops ends the progress streams of broadcasts in order', async () => {
  const config = readConfig({
    ...{ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ROLES: 'web,feed' },
    ...{ DATA_DIR: folder, CONTENT_DIR: join(folder, 'content'), SECRET: 'a secret of nobody but this test' },
  })
  const bundle = { assets, publicFiles: async () => undefined }
  const server = await serve({ config, bundle, feed: createTestFeed() })
  const db = await openDb({ url: `file:${join(folder, 'app.db')}` })
  const { cookie } = await makeAdministrator(db, 'watcher', server.url)
  const id = await addBroadcast(db, { state: 'running' })
  await db.close()
  const answer = await fetch(`${server.url}${href(paths.broadcastProgress, { id })}`, { headers: { cookie } })
  let told = ''
  let closing: Promise<void> | undefined
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told += chunk
    closing ??= server.close()
  }
  await closing
  expect([answer.status, told]).toEqual([200, 'event: hello\ndata: \n\n'])
})
