/** A thread with a separate heap, small enough to be garbage-collected many times while a query runs. */
import { createReadConnection } from '../src/content/query/read-connection.ts'

export interface Collected {
  status: string
  /** Garbage collections during the long query */
  collections: number
}

const limits = { rows: 10, answerCharacters: 1000, workMs: 600_000, waitMs: 1000 }
const one = { sql: 'select 1 as one', args: [] }
/** A query that runs as long as hundreds of garbage collections take */
const long = {
  sql: 'with recursive n(x) as (select 1 union all select x + 1 from n where x < 2e6) select count(*) as count from n',
  args: [],
}
const turn = () => new Promise(setImmediate)

self.onmessage = async ({ data: file }: MessageEvent<string>) => {
  const rounds: Collected[] = []
  for (let round = 0; round < 4; round++) rounds.push(await collect(file))
  postMessage(rounds)
}

async function collect(file: string): Promise<Collected> {
  const connection = createReadConnection(file)
  for (let read = 0; read < 20; read++) await connection.read(one, limits)
  let isRunning = true
  const outcome = connection.read(long, limits).finally(() => {
    isRunning = false
  })
  // Gives the thread time to prepare and start the query
  for (let turns = 0; turns < 100; turns++) await turn()
  let collections = 0
  for (; isRunning; collections++) {
    Bun.gc(true)
    await turn()
  }
  const { status } = await outcome
  await connection.close()
  return { status, collections }
}
