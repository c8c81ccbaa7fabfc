import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFiles } from '../../../tests/write-files.ts'
import { watchContent } from './watch.ts'

setDefaultTimeout(60_000)

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'kurs-watch-'))
  await writeFiles(join(home, 'content'), { 'ru/docs/1.start/1.a.md': 'A', 'ru/docs/2.next/v1.0/b.md': 'B' })
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** Runs an action and waits until it has caused a full scan of the folder; other reports before it are ignored. */
async function looksAtAll(act: (contentDir: string) => Promise<void>): Promise<void> {
  const contentDir = join(home, 'content')
  const asked = Promise.withResolvers<void>()
  const onChange = async (files: string[] | undefined) => {
    if (!files) asked.resolve()
  }
  const watcher = watchContent({ contentDir, onChange, batchMs: 0 })
  await act(contentDir)
  await asked.promise
  await watcher.close()
}

test('renaming, moving or deleting a folder with a dot in its name causes a full scan', async () => {
  await looksAtAll((dir) => rename(join(dir, 'ru/docs/1.start'), join(dir, 'ru/docs/1.begin')))
  await looksAtAll((dir) => rename(join(dir, 'ru/docs/1.begin'), join(home, '1.begin')))
  await looksAtAll((dir) => rm(join(dir, 'ru/docs/2.next/v1.0'), { recursive: true }))
})

test('files that are not content cause no scan', async () => {
  const contentDir = join(home, 'content')
  const calls: (string[] | undefined)[] = []
  const last = Promise.withResolvers<void>()
  const onChange = async (files: string[] | undefined) => {
    calls.push(files)
    if (files?.includes('ru/docs/c.md')) last.resolve()
  }
  const watcher = watchContent({ contentDir, onChange, batchMs: 0 })
  await writeFiles(contentDir, { 'ru/docs/1.start/.a.md.swp': 'draft', 'ru/docs/notes.txt': 'x' })
  await writeFiles(contentDir, { 'ru/docs/c.md': 'C' })
  await last.promise
  await watcher.close()
  expect(calls).not.toContain(undefined)
})

test('a replaced content folder is watched again', async () => {
  const contentDir = join(home, 'content')
  const calls: (string[] | undefined)[] = []
  const onChange = async (files: string[] | undefined) => {
    calls.push(files)
    waiting.resolve()
  }
  let waiting = Promise.withResolvers<void>()
  const watcher = watchContent({ contentDir, onChange, batchMs: 0 })
  await writeFiles(join(home, 'next'), { 'ru/docs/a.md': 'A' })
  await rename(contentDir, join(home, 'before'))
  await rename(join(home, 'next'), contentDir)
  await waiting.promise
  waiting = Promise.withResolvers()
  await writeFiles(contentDir, { 'ru/docs/b.md': 'B' })
  await waiting.promise
  await watcher.close()
  expect(calls[0]).toBeUndefined()
  expect(calls.flat()).toContain('ru/docs/b.md')
})
