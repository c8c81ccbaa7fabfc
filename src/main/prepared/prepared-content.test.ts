import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putMigrated } from '../../../tests/migrated.ts'
import { createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { writeFiles } from '../../../tests/write-files.ts'
import { ensureBuild } from '../../browser/builds.ts'
import { type Config, readConfig } from '../../config.ts'
import { findContentVersion } from '../../content/queries.ts'
import { openDb } from '../../db/client.ts'
import { copyContent, installPrepared, preparedKey } from './prepared-content.ts'

const home = await mkdtemp(join(tmpdir(), 'kurs-prepared-'))
const opened = new AsyncDisposableStack()
afterAll(async () => {
  await opened.disposeAsync()
  await rm(home, { recursive: true, force: true })
})

async function open(files: Record<string, string>): Promise<TestSite> {
  const site = await createTestSite({ files })
  opened.defer(site.close)
  return site
}

/**
 * Returns a configuration whose content folder counts as the product's own, like a start from source without
 * `CONTENT_DIR`
 */
const configOf = (dataDir: string, contentDir: string): Config => ({ ...readConfig({ DATA_DIR: dataDir }), contentDir })

const warnings: string[] = []
const log = { warn: (message: string) => void warnings.push(message) }

const moved = page({ title: 'Moved' }, 'The same words at another address.')

test('an update adopts prepared content and keeps redirects from moved pages', async () => {
  const old = await open({ 'en/docs/first.md': moved, 'en/docs/same.md': page({ title: 'Same' }, 'before') })
  await old.edit({ 'en/docs/first.md': null, 'en/docs/second.md': moved })
  const files = { 'en/docs/third.md': moved, 'en/docs/same.md': page({ title: 'Same' }, 'rewritten zebra') }
  const next = await open(files)
  const prepared = join(home, 'prepared')
  await mkdir(prepared)
  await copyContent(configOf(next.dataDir, next.contentDir), prepared)
  const carried = { version: '1', content: [], prepared: [['content.db', join(prepared, 'content.db')]] as const }
  const bundle = { assets: {} as never, publicFiles: async () => undefined, embedded: carried }

  const before = await findContentVersion(old.db)
  await writeFiles(old.contentDir, { 'en/docs/second.md': null, ...files })
  expect(await installPrepared(configOf(old.dataDir, old.contentDir), { bundle, log })).toBe(true)
  expect(await findContentVersion(old.db)).toBeGreaterThan(before)
  expect(await old.ingest()).toMatchObject({ changed: [], removed: [], unchanged: 2 })
  for (const left of ['/en/docs/first', '/en/docs/second']) {
    const answer = await old.app.request(left)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/en/docs/third'])
  }
  expect(await old.read('/en/docs/same')).toContain('rewritten zebra')
  expect(await old.read('/en/search?q=zebra')).toContain('/en/docs/same')
  expect((await readdir(old.dataDir)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a start from source uses cached content only for the same texts and settings', async () => {
  const site = await open({ 'en/docs/a.md': page({ title: 'Kept' }) })
  const cache = join(home, 'cache')
  const config = configOf(site.dataDir, site.contentDir)
  await mkdir(cache)
  await ensureBuild(cache, preparedKey(config), async (folder) => {
    await copyContent(config, folder)
    return {}
  })
  const dataDir = join(home, 'new')
  const fresh = { ...config, databases: readConfig({ DATA_DIR: dataDir }).databases, dataDir }
  await putMigrated('content', dataDir)
  const from = { bundle: undefined, log, cache }
  const versionOf = async () => {
    const db = await openDb({ url: fresh.databases.content.url, readOnly: true })
    const version = await findContentVersion(db)
    await db.close()
    return version
  }
  expect(await installPrepared({ ...fresh, site: { ...fresh.site, embeds: ['a.test'] } }, from)).toBe(false)
  expect(await installPrepared({ ...fresh, CONTENT_DIR: site.contentDir }, from)).toBe(false)
  expect(await versionOf()).toBe(0)
  expect(await installPrepared(fresh, from)).toBe(true)
  expect(await versionOf()).toBeGreaterThan(0)
  await writeFiles(site.contentDir, { 'en/docs/a.md': page({ title: 'Edited' }) })
  expect(await installPrepared(fresh, from)).toBe(false)
})

test('a damaged copy is deleted with a warning, and dangling symlinks are ignored', async () => {
  const site = await open({ 'en/docs/a.md': page({ title: 'Kept' }) })
  const cache = join(home, 'damaged')
  const config = configOf(site.dataDir, site.contentDir)
  await symlink('user@host.123', join(site.contentDir, 'en/docs/.#a.md'))
  const kept = join(cache, preparedKey(config), 'files')
  await mkdir(kept, { recursive: true })
  await writeFile(join(kept, 'content.db'), 'no database')
  const old = join(site.dataDir, 'content.db.0-0.part')
  await writeFile(old, 'left by a killed process')
  await utimes(old, 1, 1)
  expect(await installPrepared(config, { bundle: undefined, log, cache })).toBe(false)
  expect(warnings).toEqual(['Prepared content cannot be used: the texts are ingested instead'])
  expect(await readdir(cache)).toEqual([])
  expect((await readdir(site.dataDir)).filter((name) => name.includes('.part'))).toEqual([])
  expect(await site.ingest()).toMatchObject({ changed: [], removed: [], unchanged: 1 })
})
