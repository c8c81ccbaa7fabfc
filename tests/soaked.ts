import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPasswords } from '../src/auth/secrets/password.ts'
import { type Db, openDb } from '../src/db/client.ts'
import { assetsDir } from './assets-dir.ts'
import { askOnce } from './balancer.ts'
import { startTelegram } from './doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf } from './outbox.ts'
import { programOf } from './programs.ts'
import { ownProject } from './server-process.ts'
import { serve } from './smoke.ts'
import { soakPassword, startLoad } from './soak-load.ts'
import { addUsers } from './users.ts'

export interface SoakOptions {
  contentDir: string
  seconds: number
  sockets: number
  pagesPerSecond: number
  /** How often to repeat the run while memory still grows; an unbounded leak grows in the last run too */
  retries?: number
  /** Called for each sample: seconds since the start, and the server's memory, MiB */
  onSample?(seconds: number, mebibytes: number): void
}

export interface Soaked {
  answers: number
  ticks: number
  /** Number of messages sent by the broadcast, which runs all the time */
  messages: number
  /** Median memory after warm-up, in the first and last third, MiB */
  memory: { first: number; last: number }
  /** Faults found; empty when the run passed */
  faults: string[]
}

/** Share of the time in which caches fill and code is compiled. */
const warmUpShare = 0.4
/** The median of the last third of the samples may exceed that of the first third by this factor plus 8 MiB. */
const maxGrowth = 1.05
const leeway = 8
/** Broadcast messages per second */
const sendingRate = 10
/**
 * Number of accounts: each signs in once in 75 s. If sign-ins were more frequent than once a minute, half an hour of
 * them would count as guessing.
 */
const people = 15

/** Runs a dedicated server under mixed load: expects no failures, no logged errors and stable memory. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const { contentDir, seconds, sockets, pagesPerSecond, retries = 0, onSample } = options
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'kurs-soak-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const telegram = startTelegram()
  opened.defer(telegram.close)
  // Starts the server without the options of other tests: it returns memory to the system as it does for operators.
  const program = { command: [process.execPath, programOf('src/main.ts')], cwd: ownProject }
  const server = await serve(program, {
    ASSETS_DIR: assetsDir,
    CONTENT_DIR: contentDir,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    HISTORY_DAYS: '1',
    TICKER_RATE: '1',
    TICKER_SOCKETS_PER_ADDRESS: String(sockets),
    TELEGRAM_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    TELEGRAM_RATE: String(sendingRate),
  })
  let logged: string | undefined
  const stop = async () => (logged ??= await server.stop())
  opened.defer(async () => void (await stop()))
  const db = await openDb({ url: `file:${join(folder, 'app.db')}` })
  opened.defer(db.close)
  // Adds more recipients than can be sent to in time, so the broadcast runs until the end.
  await addSubscribers(db, Math.ceil(2 * seconds * (1 + retries) * sendingRate))
  const broadcast = await addBroadcast(db)
  const { url } = server
  const load = await startLoad({ url, ask: askOnce(url), sockets, pagesPerSecond, logins: await addPeople(db) })
  let samples = await sample(server.pid, seconds, onSample)
  for (let retry = 0; retry < retries && trendFault(samples).length > 0; retry++)
    samples = await sample(server.pid, seconds, onSample)
  await load.stop()
  const { state, sent } = await countsOf(db, broadcast)
  const faults = [...load.faults, ...trendFault(samples), ...logFaults(await stop())]
  if (state !== 'running' || sent === 0) faults.push(`the broadcast is ${state}, ${sent} were sent`)
  if (sockets > 0 && load.ticks === 0) faults.push('no socket has heard a tick')
  return { answers: load.answers, ticks: load.ticks, messages: sent, memory: typical(samples), faults }
}

/** Registers the accounts that sign in. @returns their logins */
async function addPeople(db: Db): Promise<string[]> {
  const logins = Array.from({ length: people }, (_, n) => `person-${n}`)
  const hashed = await createPasswords().hash(soakPassword)
  if (hashed.status !== 'hashed') throw new Error('No password could be hashed')
  await addUsers(
    db,
    logins.map((login) => ({ login })),
  )
  await db.writeRaw([{ sql: 'update users set password_hash = ? where password_hash is null', args: [hashed.hash] }])
  return logins
}

/** Samples the memory of a process after warm-up, MiB */
async function sample(pid: number, seconds: number, onSample: SoakOptions['onSample']): Promise<number[]> {
  const everyMs = Math.max(1000, (seconds * 1000) / 120)
  const began = performance.now()
  const samples: number[] = []
  for (;;) {
    await Bun.sleep(everyMs)
    const after = (performance.now() - began) / 1000
    const memory = residentOf(pid)
    onSample?.(after, memory)
    if (after > seconds * warmUpShare) samples.push(memory)
    if (after >= seconds) return samples
  }
}

/** Returns the resident memory of a process, MiB; see proc(5) */
function residentOf(pid: number): number {
  const [, kibibytes = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) / 1024
}

function typical(samples: readonly number[]): Soaked['memory'] {
  const third = Math.max(1, Math.floor(samples.length / 3))
  return { first: median(samples.slice(0, third)), last: median(samples.slice(-third)) }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

export function trendFault(samples: readonly number[]): string[] {
  const { first, last } = typical(samples)
  if (last <= first * maxGrowth + leeway) return []
  return [`memory has grown from ${first.toFixed(0)} to ${last.toFixed(0)} MiB`]
}

export function logFaults(logged: string): string[] {
  return logged.split('\n').filter((line) => line.includes('"level":"error"'))
}
