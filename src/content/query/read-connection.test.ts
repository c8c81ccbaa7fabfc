import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../db/client.ts'
import { createReadConnection } from './read-connection.ts'

setDefaultTimeout(600_000)

const limits = { rows: 10, answerCharacters: 1000, workMs: 600_000, waitMs: 1000 }
const one = { sql: 'select 1 as one', args: [] }
/** As long as dozens of collections take */
const long = {
  sql: 'with recursive n(x) as (select 1 union all select x + 1 from n where x < 3e6) select count(*) as count from n',
  args: [],
}

test('a statement of before that is tidied up does not wait for the one that runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-read-'))
  const file = join(folder, 'a.db')
  const db = await openDb({ url: `file:${file}` })
  const connection = createReadConnection(file)
  try {
    for (let read = 0; read < 20; read++) expect((await connection.read(one, limits)).status).toBe('read')
    let isRunning = true
    const outcome = connection.read(long, limits).finally(() => {
      isRunning = false
    })
    // Prepared, and on its way
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
    let collections = 0
    for (; isRunning; collections++) {
      Bun.gc(true)
      await new Promise(setImmediate)
    }
    expect((await outcome).status).toBe('read')
    expect(collections).toBeGreaterThan(10)
  } finally {
    await connection.close()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
})
