import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { bulkBatchRows } from '../../src/db/bulk.ts'
import { type Db, openDb } from '../../src/db/client.ts'
import { percentile } from './load.ts'
import type { Report } from './report.ts'
import { createThreadClock } from './thread-time.ts'

const rows = 1_000_000
const aloneMs = 6000
/** Batches of rows between two checkpoints: some 4,000 database pages */
const checkpointEvery = 100
/** Batches between two measured sign-ins, each of which starts together with a batch */
const askEvery = 4
const threadMs = createThreadClock()

/**
 * Measures the time to write a sign-in's two rows, alone and while another writer queues a million messages in the same
 * database.
 */
export async function benchQueue(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-queue-'))
  const db = await openDb({ url: `file:${join(folder, 'app.db')}` })
  await db.writeRaw([
    'create table sessions (id text primary key, user_id text not null, seen_at integer not null)',
    'create table audit (id integer primary key, act text not null, user_id text not null)',
    'create table outbox (user_id text primary key, state text not null, text text not null) without rowid',
    'create index outbox_state on outbox (state, user_id)',
  ])
  const visitors = startVisitors(db)
  await Bun.sleep(1000)
  await visitors.waits()
  await Bun.sleep(aloneMs)
  const alone = await visitors.waits()
  const aloneWork: number[] = []
  for (let round = 0; round < 1000; round++) {
    await setImmediate()
    await ask(db, aloneWork)
  }
  await visitors.waits()
  const startedAt = performance.now()
  const besideWork = await fillOutbox(db)
  const seconds = (performance.now() - startedAt) / 1000
  const beside = await visitors.waits()
  visitors.close()
  await db.close()
  await rm(folder, { recursive: true, force: true })
  report(`bulk writer: ${bulkBatchRows} rows a batch`, rows / seconds, 'rows/s')
  compare('interactive write, by the clock', alone, beside)
  // Compares processor time, which excludes the time that a busy machine gives to other programs; use this figure
  // between runs.
  compare("interactive write, this thread's processor time", aloneWork, besideWork, { atMost: 10 })

  function compare(what: string, alone: number[], beside: number[], bound?: { atMost: number }) {
    report(`${what}: p95 alone`, percentile(alone, 0.95), 'ms')
    report('  beside the bulk writer, p50', percentile(beside, 0.5), 'ms')
    report('  beside the bulk writer, p95', percentile(beside, 0.95), 'ms')
    report('  ratio of p95, beside to alone', percentile(beside, 0.95) / percentile(alone, 0.95), '', bound)
  }
}

/**
 * Fills the outbox in batches. @returns this thread's processor time for each sign-in that started together with a
 * batch, the worst moment, ms
 */
async function fillOutbox(db: Db): Promise<number[]> {
  const work: number[] = []
  const asked: Promise<void>[] = []
  const values = Array.from({ length: bulkBatchRows }, () => '(?, ?, ?)').join()
  for (let from = 0, batches = 1; from < rows; from += bulkBatchRows, batches++) {
    const args = Array.from({ length: bulkBatchRows }, (_, at) => [`user-${1_000_000 + from + at}`, 'due', 'Hello'])
    const insert = { sql: `insert into outbox values ${values}`, args: args.flat() }
    const write = () => {
      if (batches % askEvery === 0) asked.push(ask(db, work))
      return db.client.execute(insert)
    }
    await db.write(write, { lane: 'bulk' })
    if (batches % checkpointEvery === 0) await db.checkpoint()
  }
  await Promise.all(asked)
  return work
}

async function ask(db: Db, work: number[]): Promise<void> {
  const before = threadMs()
  await signIn(db, 0)
  work.push(threadMs() - before)
}

async function signIn(db: Db, visitor: number): Promise<void> {
  await db.writeRaw([
    { sql: 'insert into sessions values (?, ?, ?)', args: [crypto.randomUUID(), `user-${visitor}`, visitor] },
    { sql: "insert into audit (act, user_id) values ('session.sign-in', ?)", args: [`user-${visitor}`] },
  ])
}

/** Starts visitors on a separate thread. Waiting times are measured there, so they include the turns of this thread. */
function startVisitors(db: Db) {
  const worker = new Worker(join(import.meta.dir, 'queue-visitors.ts'))
  let told = Promise.withResolvers<number[]>()
  worker.onmessage = ({ data }: MessageEvent<number | number[]>) => {
    if (Array.isArray(data)) told.resolve(data)
    else void signIn(db, data).then(() => worker.postMessage(data))
  }
  return {
    /** Returns the waiting times of visitors answered since the last call, ms */
    waits: () => {
      told = Promise.withResolvers()
      worker.postMessage(null)
      return told.promise
    },
    close: () => worker.terminate(),
  }
}
