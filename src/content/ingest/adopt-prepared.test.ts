import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigrated } from '../../../tests/migrated.ts'
import { openDb } from '../../db/client.ts'
import { findContentVersion } from '../queries.ts'
import { adoptPrepared } from './adopt-prepared.ts'

const home = await mkdtemp(join(tmpdir(), 'kurs-adopt-'))
afterAll(() => rm(home, { recursive: true }))

interface Content {
  /** Addresses of pages, each with the hash of its text */
  pages: Record<string, string>
  moves?: readonly (readonly [path: string, hash: string, target: string | null])[]
  version: number
}

async function put(folder: string, { pages, moves = [], version }: Content): Promise<string> {
  const db = await openMigrated('content', folder)
  await db.writeRaw([
    { sql: 'insert into content_state (id, version) values (1, ?)', args: [version] },
    ...Object.entries(pages).map(([path, hash]) => ({
      sql: `insert into content_files (file, collection, row_id, path, digest, source, words, text_hash)
        values (?, 'docs_en', ?, ?, '', '', 1, ?)`,
      args: [path, path, path, hash],
    })),
    ...moves.map(([path, hash, target]) => ({
      sql: 'insert into content_moves (path, hash, target, version) values (?, ?, ?, 1)',
      args: [path, hash, target],
    })),
  ])
  await db.close()
  return join(folder, 'content.db')
}

async function adopt(name: string, old: Content, next: Content) {
  const into = await put(join(home, name), old)
  await adoptPrepared({ into, from: await put(join(home, `${name}-next`), next) })
  const db = await openDb({ url: `file:${into}`, readOnly: true })
  const moves = await db.readAll('select path, target from content_moves order by path')()
  const versions = await db.readAll('select distinct version from content_files')()
  const version = await findContentVersion(db)
  await db.close()
  return { version, versions: versions.map(([number]) => number), moves: Object.fromEntries(moves) }
}

test('the version becomes higher than that of both databases', async () => {
  const pages = { '/a': 'a' }
  for (const [at, [old, next, version]] of [
    [3, 50, 51],
    [50, 3, 51],
    [7, 7, 8],
  ].entries()) {
    const adopted = await adopt(`versions-${at}`, { pages, version: old ?? 0 }, { pages, version: next ?? 0 })
    expect(adopted).toEqual({ version: version ?? 0, versions: [version], moves: {} })
  }
})

test('old addresses, from before and from the adoption, lead to the page with the same text', async () => {
  const old = {
    pages: { '/b': 'moves', '/c': 'goes', '/d': 'stays' },
    moves: [
      ['/a', 'moves', '/b'],
      ['/lost', 'returns', null],
      ['/d-before', 'stays', '/d'],
      ['/edited', 'before an edit', '/d'],
      ['/new', 'goes', '/c'],
    ] as const,
    version: 1,
  }
  const next = { pages: { '/new': 'moves', '/d': 'stays', '/back': 'returns' }, version: 1 }
  const { moves } = await adopt('chain', old, next)
  expect(moves).toEqual({
    '/a': '/new',
    '/b': '/new',
    '/c': null,
    '/d-before': '/d',
    '/edited': '/d',
    '/lost': '/back',
  })
})
