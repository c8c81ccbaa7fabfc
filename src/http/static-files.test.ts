import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import type { AppEnv } from './env.ts'
import { filesBelow, filesIn, firstOf, type ReadStaticFile, serveFiles } from './static-files.ts'

const mebibyte = 1024 * 1024
const text = (size: number) => ({ bytes: new Uint8Array(size).fill(97), type: 'text/css' })

/** Serves files from the given reader and records which files are read. */
function siteOf(read: ReadStaticFile) {
  const reads: string[] = []
  const files: ReadStaticFile = (path) => {
    reads.push(path)
    return read(path)
  }
  const options = { isImmutable: () => true, headersOf: () => ({}), caches: true }
  const app = new Hono<AppEnv>().use('*', serveFiles({ read: files, ...options }))
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await app.request(`http://localhost${path}`, init)
    await response.arrayBuffer()
    return response
  }
  return { reads, ask }
}

test('a file is cached once, however its URL is spelled', async () => {
  const { reads, ask } = siteOf(filesBelow('/assets', filesIn(import.meta.dir)))
  const name = 'static-files.ts'
  const spellings = [`/assets/${name}`, '/assets/static%2Dfiles.ts', '/assets/%73tatic-files.ts']
  for (const method of ['GET', 'HEAD']) {
    for (const path of spellings) expect((await ask(path, { method })).status).toBe(200)
  }
  expect(reads).toEqual([`/assets/${name}`])
})

test('non-canonical paths to a file are not served', async () => {
  const { reads, ask } = siteOf(filesBelow('/assets', filesIn(import.meta.dir)))
  const name = 'static-files.ts'
  for (const path of [
    `//assets/${name}`,
    `/assets//${name}`,
    `/assets///////${name}`,
    `/assets/.%2f${name}`,
    `/assets/x%2f..%2f${name}`,
    `/assets/x%5c..%5c${name}`,
    `/assets/${name}%00.ts`,
    `/assets/%ff.ts`,
  ]) {
    expect([path, (await ask(path, { method: 'HEAD' })).status]).toEqual([path, 404])
  }
  expect(reads).toEqual([])
})

test('files use at most 64 MiB of memory; the least recently used are evicted', async () => {
  const { reads, ask } = siteOf(async () => text(mebibyte))
  for (let at = 0; at < 17; at++) await ask(`/${at}.css`)
  await ask('/0.css')
  await ask('/16.css')
  // Each file counts four times, for its compressed copies: sixteen files fit into the cache.
  expect(reads.slice(17)).toEqual(['/0.css'])
})

test('a file that is too large is not cached', async () => {
  const { reads, ask } = siteOf(async (path) => text(path === '/large.css' ? 5 * mebibyte : 10))
  for (const path of ['/large.css', '/small.css', '/large.css', '/small.css']) await ask(path)
  expect(reads).toEqual(['/large.css', '/small.css', '/large.css'])
})

test('concurrent requests share the compression of a new file', async () => {
  const { ask } = siteOf(async () => text(1000))
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ask('/a.css', { headers: { 'accept-encoding': 'br' } })),
  )
  expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'br', 'br', 'br', 'br'])
})

test('the first reader that has a file provides it', async () => {
  const read = firstOf(
    async (path) => (path === '/a.css' ? text(1) : undefined),
    async () => text(2),
  )
  expect([(await read('/a.css'))?.bytes.length, (await read('/b.css'))?.bytes.length]).toEqual([1, 2])
})
