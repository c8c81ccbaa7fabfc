/** A thread that reads like the site's query thread, and counts open files. */
import { createReadConnection } from '../src/content/query/read-connection.ts'
import { countOpenFiles } from './open-files.ts'

export interface OpenFiles {
  /** Max number of open files while queries ran */
  most: number
  /** Max number of open files after a query that timed out */
  maxSlow: number
}

const limits = { rows: 10, answerCharacters: 1000, workMs: 600_000, waitMs: 1000 }
const endless = 'with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) as count from n'

self.onmessage = async ({ data: file }: MessageEvent<string>) => {
  const connection = createReadConnection(file)
  const read = async (count: number, sql: (n: number) => string, workMs: number) => {
    let most = 0
    for (let n = 0; n < count; n++) {
      await connection.read({ sql: sql(n), args: [] }, { ...limits, workMs })
      if (n % 50 === 0) most = Math.max(most, countOpenFiles(file))
    }
    return most
  }
  const most = await read(2000, (n) => `select word, ${n} as n from words`, 600_000)
  const maxSlow = await read(150, () => endless, 1)
  await connection.close()
  postMessage({ most, maxSlow } satisfies OpenFiles)
}
