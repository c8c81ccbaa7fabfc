import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putMigrated } from '../../../../tests/migrated.ts'
import { page } from '../../../../tests/site.ts'
import { until } from '../../../../tests/until.ts'
import { writeFiles } from '../../../../tests/write-files.ts'
import { openDb } from '../../../db/client.ts'
import { startWorker } from '../../../jobs/start-worker.ts'
import { readLibrary } from '../../library/read-library.ts'
import type { ImageRow } from '../images.ts'
import { createIngestThread, type IngestThread, type IngestThreadOptions } from './ingest-thread.ts'
import type { FromThread, ToThread } from './messages.ts'

let folder: string
let thread: IngestThread
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-ingest-thread-'))
  await putMigrated('content', folder)
})
afterEach(async () => {
  await thread.close()
  await rm(folder, { recursive: true })
})

const now = Date.parse('2026-06-01')
const write = (files: Record<string, string | null>) => writeFiles(join(folder, 'content'), files)

function open(options: Partial<IngestThreadOptions> = {}): IngestThread {
  thread = createIngestThread({
    database: { url: `file:${folder}/content.db` },
    contentDir: join(folder, 'content'),
    images: { measure: async () => undefined, prepare: async () => undefined },
    log: { error: () => {}, info: () => {} },
    ...options,
  })
  return thread
}

async function titles(): Promise<string[]> {
  const db = await openDb({ url: `file:${folder}/content.db`, readOnly: true })
  const { library } = await readLibrary(db)
  await db.close()
  return Array.from(library.byLocale.ru.docs.values(), ({ title }) => title)
}

test('a run writes the changes from its own thread, edit after edit', async () => {
  const { ingest } = open()
  await write({ 'ru/docs/1.a.md': page({ title: 'A' }), 'ru/docs/2.b.md': page({ title: 'B' }) })
  expect(await ingest(undefined, now)).toMatchObject({ problems: [], removed: [] })
  await write({ 'ru/docs/1.a.md': page({ title: 'C' }), 'ru/docs/2.b.md': null })
  const both = [ingest(['ru/docs/1.a.md'], now), ingest(['ru/docs/2.b.md'], now)]
  expect((await Promise.all(both)).map(({ changed, removed }) => [changed, removed])).toEqual([
    [['ru/docs/1.a.md'], []],
    [[], ['ru/docs/2.b.md']],
  ])
  expect(await titles()).toEqual(['C'])
})

test('the next run sees what another process has written', async () => {
  const { ingest } = open()
  const file = 'ru/docs/a.md'
  await write({ [file]: page({ title: 'A' }) })
  await ingest(undefined, now)
  const db = await openDb({ url: `file:${folder}/content.db` })
  await db.write(() => db.client.execute("update content_files set digest = '?', stamp = null"))
  await db.write(() => db.client.execute('update content_state set version = version + 1'))
  await db.close()
  expect((await ingest([file], now)).changed).toEqual([file])
})

test('the main thread makes pictures and looks up addresses', async () => {
  const asked: string[] = []
  const rowOf = (src: string): ImageRow => ({ src, digest: 'd', width: 1, height: 1, widths: '[]' })
  const measure = async (src: string) => {
    asked.push(`measure ${src}`)
    return { row: rowOf(src), lacksCopies: true }
  }
  const prepare = async (src: string) => {
    asked.push(`prepare ${src}`)
    return rowOf(src)
  }
  const serves = async (path: string) => {
    asked.push(path)
    return true
  }
  const { ingest } = open({ images: { measure, prepare }, serves })
  await write({ 'ru/docs/a.md': page({}, '![](/covers/a.svg) [to](/rules.pdf)') })
  expect(await ingest(undefined, now, { pictures: 'later' })).toMatchObject({
    problems: [],
    undrawn: ['/covers/a.svg'],
  })
  expect(asked.splice(0).sort()).toEqual(['/rules.pdf', 'measure /covers/a.svg'])
  expect(await ingest(undefined, now)).toMatchObject({ problems: [], undrawn: [] })
  expect(asked.sort()).toEqual(['/rules.pdf', 'measure /covers/a.svg', 'prepare /covers/a.svg'])
})

test('a failed run and a lost thread are reported, and the next run starts a new thread', async () => {
  const started: Worker[] = []
  const start = () => {
    const worker = startWorker('content/ingest/thread/ingest.worker.ts')
    started.push(worker)
    return worker
  }
  const { ingest } = open({ start })
  await expect(ingest(undefined, now)).rejects.toThrow('content')
  await write({ 'ru/docs/a.md': page({ title: 'A' }) })
  const lost = ingest(undefined, now)
  while (started.length === 0) await new Promise(setImmediate)
  started[0]?.terminate()
  await expect(lost).rejects.toThrow('The ingest thread stopped unexpectedly')
  await ingest(undefined, now)
  expect(started).toHaveLength(2)
  expect(await titles()).toEqual(['A'])
})

test('a stopped run ends at the next file, and the next run reads the others', async () => {
  const stopping = new AbortController()
  let asked = 0
  const measure = async () => {
    // The run waits here at its first picture of many while the stop message arrives.
    asked++
    stopping.abort()
    return undefined
  }
  const { ingest } = open({ images: { measure, prepare: async () => undefined } })
  const files = Array.from({ length: 5 }, (_, at) => [`ru/docs/${at}.md`, page({}, `![](/covers/${at}.svg)`)])
  await write(Object.fromEntries(files))
  const outcome = () => ingest(undefined, now, { signal: stopping.signal }).catch((error: unknown) => error)
  expect(await outcome()).toBe(stopping.signal.reason)
  expect(asked).toBe(1)
  // A run that was requested after the stop does not start either.
  expect(await outcome()).toBe(stopping.signal.reason)
  expect((await ingest(undefined, now)).problems).toHaveLength(5)
  expect(asked).toBe(6)
})

test('a thread that has read many files ends and frees its memory; otherwise it is kept', async () => {
  const posted: string[] = []
  const files = (count: number) => Array.from({ length: count }, (_, at) => `ru/docs/${at}.md`)
  let changed = files(50)
  class FakeWorker extends EventTarget implements Worker {
    onmessage: Worker['onmessage'] = null
    onerror = null
    onmessageerror = null
    terminate() {
      posted.push('terminated')
    }
    postMessage({ kind }: ToThread) {
      posted.push(kind)
      const report = { changed, removed: [], unchanged: 0, problems: [], between: [], undrawn: [] }
      if (kind === 'run') this.#say({ kind: 'done', report: { ...report, nextPublicationAt: undefined } })
      if (kind === 'close') this.#say({ kind: 'closed' })
    }
    #say(data: FromThread) {
      queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data })))
    }
  }
  const { ingest } = open({ start: () => new FakeWorker() })
  await ingest(undefined, now)
  changed = files(51)
  await ingest(undefined, now)
  await until(() => posted.includes('terminated'))
  expect(posted).toEqual(['run', 'run', 'close', 'terminated'])
})
