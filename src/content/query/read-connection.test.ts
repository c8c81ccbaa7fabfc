import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import type { Collected } from '../../../tests/collecting-reader.ts'
import { openDb } from '../../db/client.ts'
import { limits } from './limits.ts'
import { createReadConnection } from './read-connection.ts'

setDefaultTimeout(60_000)

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
    // One that waits, waits to the end: two of them come to pass then, however fast the machine is.
    expect(Math.min(...rounds.map(({ collections }) => collections))).toBeGreaterThan(4)
  } finally {
    thread.terminate()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a connection makes room for a new one after 64 statements', async () => {
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
  // Whoever has a file open goes on with it, whatever has its name.
  await rename(other ?? '', file ?? '')
  while (words.length < 65) words.push(await read())
  expect(words).toEqual([...Array.from({ length: 64 }, () => 'first'), 'second'])
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})
