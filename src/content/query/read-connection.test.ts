import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Collected } from '../../../tests/collecting-reader.ts'
import { openDb } from '../../db/client.ts'

setDefaultTimeout(600_000)

test('a statement of before that is tidied up does not wait for the one that runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-read-'))
  const file = join(folder, 'a.db')
  const db = await openDb({ url: `file:${file}` })
  const thread = new Worker(new URL('../../../tests/collecting-reader.ts', import.meta.url))
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Collected[]>()
    thread.onmessage = ({ data }: MessageEvent<Collected[]>) => resolve(data)
    thread.onerror = ({ message }) => reject(new Error(message))
    thread.postMessage(file)
    const rounds = await promise
    expect(rounds.map(({ status }) => status)).toEqual(['read', 'read', 'read', 'read'])
    expect(Math.min(...rounds.map(({ collections }) => collections))).toBeGreaterThan(20)
  } finally {
    thread.terminate()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
})
