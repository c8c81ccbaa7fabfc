import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import type { Collected } from '../../../tests/collecting-reader.ts'
import type { OpenFiles } from '../../../tests/reading-thread.ts'
import { openDb } from '../../db/client.ts'
import { limits } from './limits.ts'
import { createReadConnection } from './read-connection.ts'

setDefaultTimeout(60_000)

/** Returns the answer of a worker in the folder `tests` to one message. */
async function askThread<T>(name: string, message: string): Promise<T> {
  const thread = new Worker(new URL(`../../../tests/${name}`, import.meta.url))
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  thread.onmessage = ({ data }: MessageEvent<T>) => resolve(data)
  thread.onerror = ({ message }) => reject(new Error(message))
  thread.postMessage(message)
  return promise.finally(() => thread.terminate())
}

test('collecting an old statement does not wait for the running one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-read-'))
  const file = join(folder, 'a.db')
  const db = await openDb({ url: `file:${file}` })
  try {
    const rounds = await askThread<Collected[]>('collecting-reader.ts', file)
    expect(rounds.map(({ status }) => status)).toEqual(['read', 'read', 'read', 'read'])
    // If a garbage collection had to wait, it would wait to the end of the query; only two would then happen, however
    // fast the machine is.
    expect(Math.min(...rounds.map(({ collections }) => collections))).toBeGreaterThan(4)
  } finally {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('thousands of queries, including slow ones, leave only a few files open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-read-'))
  const file = join(folder, 'a.db')
  const database = new Database(file)
  database.exec("create table words as select 'a' as word")
  database.close()
  try {
    const { most, maxSlow } = await askThread<OpenFiles>('reading-thread.ts', file)
    // At most four connections are open: one in use, and closed ones whose statements are finalized a moment later.
    expect(most).toBeLessThanOrEqual(4)
    expect(maxSlow).toBeLessThanOrEqual(4)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a connection is replaced after 64 statements', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-read-'))
  const [file, other] = ['first', 'second'].map((word) => {
    const path = join(folder, `${word}.db`)
    const database = new Database(path)
    database.exec(`create table words as select '${word}' as word`)
    database.close()
    return path
  })
  const patient = { ...limits, workMs: 600_000 }
  const connection = createReadConnection(file ?? '')
  const read = async () => {
    const outcome = await connection.read({ sql: 'select word from words', args: [] }, patient)
    return outcome.status === 'read' ? outcome.rows[0]?.word : outcome.status
  }
  const words = [await read()]
  // A process keeps an open file, even after another file has taken its name.
  await rename(other ?? '', file ?? '')
  while (words.length < 65) words.push(await read())
  expect(words).toEqual([...Array.from({ length: 64 }, () => 'first'), 'second'])
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})
