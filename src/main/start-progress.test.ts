import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestFeed } from '../../tests/doubles/feed.ts'
import { putMigrated } from '../../tests/migrated.ts'
import { assets, page } from '../../tests/site.ts'
import { until } from '../../tests/until.ts'
import { writeFiles } from '../../tests/write-files.ts'
import { readConfig } from '../config.ts'
import { createHttpServer } from './http-server.ts'
import { serve } from './serve.ts'
import { createStartProgress } from './start-progress.ts'

const home = await mkdtemp(join(tmpdir(), 'kurs-starting-'))
afterAll(() => rm(home, { recursive: true, force: true }))
const { site } = readConfig({ DATA_DIR: home })

async function ask(path: string, accept = 'text/html', method = 'GET', more: Record<string, string> = {}) {
  const starting = createStartProgress({ site })
  starting.step('migrating app.db', 12, 19)
  const request = new Request(`http://localhost${path}`, { method, headers: { accept, ...more } })
  const answer = await starting.answer(request)
  starting.end()
  return { answer, text: await answer.text() }
}

test('a starting process is healthy but not ready, and reports the step', async () => {
  const [up, ready] = [await ask('/healthz'), await ask('/readyz')]
  expect([up.answer.status, up.text]).toEqual([200, '{"status":"ok"}'])
  expect([ready.answer.status, ready.answer.headers.get('retry-after')]).toEqual([503, '1'])
  expect(JSON.parse(ready.text)).toEqual({ status: 'starting', step: 'migrating app.db 12/19' })
})

test('pages show a localized notice that reloads itself; API clients get a problem document', async () => {
  const [russian, english, post] = [
    await ask('/docs/a'),
    await ask('/en/app'),
    await ask('/login', 'text/html', 'POST'),
  ]
  for (const { answer } of [russian, english, post]) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  expect(russian.text).toContain('<h1>Курс запускается</h1>')
  expect(russian.text).toContain('<html lang="ru-RU"')
  expect(english.text).toContain('<h1>Kurs is starting</h1>')
  expect(english.text).toContain('<meta http-equiv="refresh" content="1">')
  expect(english.text).toContain('migrating app.db 12/19')
  const home = await ask('/', 'text/html', 'GET', { 'accept-language': 'en-US,en;q=0.9' })
  expect(home.text).toContain('<html lang="en-US"')
  const known = await ask('/', 'text/html', 'GET', { 'accept-language': 'en', cookie: 'a=b; i18n_redirected=ru' })
  expect(known.text).toContain('<html lang="ru-RU"')
  const program = await ask('/en/api/market/assets', 'application/json')
  for (const { answer, text } of [post, program]) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(JSON.parse(text)).toMatchObject({ status: 503, detail: expect.stringContaining('migrating app.db 12/19') })
  }
})

test('without a terminal each step is printed once', async () => {
  let printed = ''
  const starting = createStartProgress({ site, terminal: { write: (text) => (printed += text) }, printAfterMs: 0 })
  await until(() => printed !== '')
  for (let done = 0; done < 3; done++) starting.step('texts', done, 3)
  starting.end()
  starting.step('after the end')
  expect(printed).toBe('Starting: loading the program\nStarting: texts 0/3\n')
})

test('an open port loses no request during the ingest and is ready after it', async () => {
  const [dataDir, contentDir] = [join(home, 'data'), join(home, 'content')]
  await writeFiles(contentDir, {
    'en/docs/a.md': page({ title: 'First' }),
    'en/docs/b.md': page({ title: 'Second' }, '![A picture](/held.png)'),
  })
  for (const name of ['app', 'content', 'market'] as const) await putMigrated(name, dataDir)
  const env = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ROLES: 'web,feed' }
  const config = readConfig({ ...env, DATA_DIR: dataDir, CONTENT_DIR: contentDir })
  const starting = createStartProgress({ site })
  const server = createHttpServer(config, { otherwise: starting.answer })
  const url = `http://127.0.0.1:${await server.listen()}`
  const held = Promise.withResolvers<undefined>()
  // The ingest waits for a picture until the test releases it.
  const publicFiles = (path: string) => (path === '/held.png' ? held.promise : Promise.resolve(undefined))
  const opening = serve({ config, starting, server, feed: createTestFeed(), bundle: { assets, publicFiles } })
  const seen = new Set<number>()
  const statusOf = async (path: string, accept = 'text/html') => {
    const { status } = await fetch(url + path, { headers: { accept } })
    seen.add(status)
    return status
  }
  expect(await statusOf('/readyz')).toBe(503)
  await until(async () => (await statusOf('/en/docs/b')) === 200)
  expect(
    await Promise.all(['/en/docs/a', '/en/docs/later', '/readyz', '/healthz'].map((path) => statusOf(path))),
  ).toEqual([200, 503, 503, 200])
  // These lists answer 503 during the ingest: clients could cache a list of the pages ingested so far as the complete
  // one.
  expect(await Promise.all(['/sitemap.xml', '/llms.txt', '/en/blog/feed.xml'].map((path) => statusOf(path)))).toEqual([
    503, 503, 503,
  ])
  expect(await statusOf('/en/docs/later', 'application/json')).toBe(503)
  held.resolve(undefined)
  const running = await opening
  const ready = ['/en/docs/a', '/en/docs/later', '/readyz', '/sitemap.xml']
  expect(await Promise.all(ready.map((path) => statusOf(path)))).toEqual([200, 404, 200, 200])
  expect([...seen].sort()).toEqual([200, 404, 503])
  await running.close()
})
