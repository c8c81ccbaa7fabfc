import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { openDb } from '../src/db/client.ts'
import { serve } from '../src/main/serve.ts'
import { paths } from '../src/paths.ts'
import { createTestFeed } from './doubles/feed.ts'
import { signIn } from './signed-in.ts'
import { assets, categories } from './site.ts'
import { fields, now, past } from './trials.ts'
import { until } from './until.ts'
import { writeFiles } from './write-files.ts'

setDefaultTimeout(60_000)

const ranges = {
  ...{ x: 'fast', 'x.from': '1', 'x.to': '40', 'x.step': '1' },
  ...{ y: 'slow', 'y.from': '41', 'y.to': '100', 'y.step': '1' },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-stopped-sweep-'))
  await writeFiles(join(folder, 'content'), categories)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a server that stops completes the page of a running sweep with a note', async () => {
  const config = readConfig({
    ...{ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ROLES: 'web,feed' },
    ...{ DATA_DIR: folder, CONTENT_DIR: join(folder, 'content') },
  })
  const feed = createTestFeed({ past })
  const bundle = { assets, publicFiles: async () => undefined }
  const server = await serve({ config, bundle, feed, now: () => now })
  feed.setState({ name: 'live' })
  const db = await openDb({ url: `file:${join(folder, 'app.db')}` })
  const { cookie } = await signIn(db, { isHttps: false, now })
  await db.close()
  const query = new URLSearchParams({ ...fields, ...ranges })
  await until(async () => (await (await fetch(`${server.url}/readyz`)).json()).status === 'ok')
  const { body } = await fetch(`${server.url}/en${paths.botSweep}?${query}`, { headers: { cookie } })
  let page = ''
  let closing: Promise<void> | undefined
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    page += chunk
    if (page.includes('<progress')) closing ??= server.close()
  }
  await closing
  expect(page).toContain('Backtest canceled.')
  expect(page.endsWith('</html>')).toBe(true)
})
