import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepPrepared, preparedKey, takePrepared } from './prepared-cache.ts'
import { writeFiles } from './write-files.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'kurs-prepared-'))
})
afterAll(() => rm(home, { recursive: true }))

const foldersOf = (name: string) => ({ dataDir: join(home, name, 'data'), report: join(home, name, 'ingested.json') })

async function makePrepared(name: string) {
  await writeFiles(join(home, name), {
    'data/content.db': name,
    'data/app.db': name,
    'data/images/a.webp': name,
    'ingested.json': name,
  })
  return foldersOf(name)
}

test('the key depends on every source of the ingest and on nothing else', async () => {
  const project = join(home, 'project')
  const sources = ['bun.lock', 'tests/e2e/prepare-site.ts', 'tests/e2e/prepared-site.ts', 'content/ru/a.md']
  const more = ['public/a.svg', 'drizzle/a.sql', 'src/paths.ts', 'src/content/mdc/parse.ts', 'src/main/content.ts']
  const others = ['src/bots/bot.ts', 'src/content/mdc/parse.test.ts', 'README.md']
  await writeFiles(project, Object.fromEntries([...sources, ...more, ...others].map((file) => [file, 'before'])))
  const key = preparedKey(project)
  for (const file of others) await writeFiles(project, { [file]: 'after' })
  expect(preparedKey(project)).toBe(key)
  const keys = new Set([key])
  for (const file of [...sources, ...more]) {
    await writeFiles(project, { [file]: 'after' })
    keys.add(preparedKey(project))
  }
  expect(keys.size).toBe(1 + sources.length + more.length)
})

test('an equal key copies the content without accounts; another key only the pictures', async () => {
  const cache = join(home, 'cache')
  await takePrepared(cache, 'k1', foldersOf('empty'))
  expect(existsSync(join(home, 'empty'))).toBe(false)
  await keepPrepared(cache, 'k1', await makePrepared('first'))
  await takePrepared(cache, 'k1', foldersOf('same'))
  await takePrepared(cache, 'k2', foldersOf('other'))
  const found = (name: string) => readdirSync(join(home, name), { recursive: true, encoding: 'utf8' }).sort()
  expect(found('same')).toEqual(['data', 'data/content.db', 'data/images', 'data/images/a.webp', 'ingested.json'])
  expect(found('other')).toEqual(['data', 'data/images', 'data/images/a.webp'])
})

test('the three most recently used results are kept', async () => {
  const cache = join(home, 'full')
  const made = await makePrepared('second')
  for (const [at, key] of ['k1', 'k2', 'k3'].entries()) {
    await keepPrepared(cache, key, made)
    await utimes(join(cache, key), at, at)
  }
  await takePrepared(cache, 'k1', foldersOf('used'))
  await keepPrepared(cache, 'k4', made)
  expect(readdirSync(cache).sort()).toEqual(['k1', 'k3', 'k4'])
})
