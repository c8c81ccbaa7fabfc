import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIdleSockets } from './idle-sockets.ts'
import { load, median } from './load.ts'
import type { Report } from './report.ts'

const root = join(import.meta.dir, '../..')
const starts = 7
const rounds = 5
const windowMs = 1500
/** Time after which a started process only follows its market and has released startup memory, ms */
const settleMs = 20_000
const sockets = 10_000
const page = '/docs'
const headers = ['Accept: text/html', 'Accept-Encoding: br', 'Cookie: i18n_redirected=ru']

interface Program {
  name: string
  command: string[]
  dataDir: string
}

interface BoundProgram extends Program {
  bounds: { startMs: number; restMb: number; loadMb?: number }
}

interface Started {
  port: number
  /** Time to the first answered page, ms */
  startMs: number
  memoryMb(): number
  stop(): Promise<void>
}

/**
 * Measures how soon a server with existing databases answers, and its memory, for the binary alone in its folder and
 * for the sources. Also measures the memory of sockets, in the program for Node too when Node is installed. @param
 * binary  path of a built binary; built by default
 */
export async function benchStart(report: Report, binary?: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-bench-'))
  const built = binary ?? (await build(join(folder, 'kurs')))
  const programs: BoundProgram[] = [
    {
      name: 'binary',
      command: [built, 'serve'],
      dataDir: join(folder, 'binary'),
      bounds: { startMs: 300, restMb: 110, loadMb: 180 },
    },
    {
      name: 'sources',
      command: [process.execPath, join(root, 'src/main.ts'), 'serve'],
      dataDir: join(folder, 'sources'),
      bounds: { startMs: 500, restMb: 120 },
    },
  ]
  for (const program of programs) await benchProgram(report, program)
  await benchRates(report, programs)
  for (const program of [...programs, ...(await programsOnNode(folder))]) await benchSockets(report, program)
  await rm(folder, { recursive: true, force: true })
}

async function benchProgram(report: Report, program: BoundProgram): Promise<void> {
  const { name, bounds } = program
  // The first start creates the databases, the pictures and the history.
  const first = await start(program)
  await Bun.sleep(settleMs)
  await first.stop()
  const times: number[] = []
  for (let round = 0; round < starts; round++) {
    const { startMs, stop } = await start(program)
    times.push(startMs)
    await stop()
  }
  report(`${name}: start to the first page`, median(times), 'ms', { atMost: bounds.startMs })
  const running = await start(program)
  await Bun.sleep(settleMs)
  report(`${name}: memory at rest`, running.memoryMb(), 'MB', { atMost: bounds.restMb })
  await load(running.port, page, headers, 5000)
  report(
    `${name}: memory after five seconds of pages`,
    running.memoryMb(),
    'MB',
    bounds.loadMb === undefined ? undefined : { atMost: bounds.loadMb },
  )
  await running.stop()
}

/** Measures the programs in turn, so that a busy machine affects all of them. */
async function benchRates(report: Report, programs: readonly Program[]): Promise<void> {
  const running = await Promise.all(programs.map(start))
  await Bun.sleep(settleMs)
  const rates: number[][] = []
  for (let round = 0; round < rounds; round++) {
    const inTurn: number[] = []
    for (const { port } of running) inTurn.push((await load(port, page, headers, windowMs)).perSecond)
    rates.push(inTurn)
  }
  for (const [at, { name }] of programs.entries())
    report(`${name}: cached pages`, median(rates.map((inTurn) => inTurn[at] ?? 0)), 'req/s')
  const ratio = median(rates.map(([binary = 0, sources = 1]) => binary / sources))
  report('ratio of cached pages, binary to sources', ratio, '', { atLeast: 0.9 })
  for (const { stop } of running) await stop()
}

async function benchSockets(report: Report, program: Program): Promise<void> {
  const { port, memoryMb, stop } = await start(program)
  await Bun.sleep(settleMs)
  const before = memoryMb()
  const close = await openIdleSockets(port, sockets)
  report(`${program.name}: 10,000 idle sockets`, memoryMb() - before, 'MB')
  close()
  await stop()
}

async function programsOnNode(folder: string): Promise<Program[]> {
  const node = Bun.which('node')
  if (!node) return []
  const built = join(folder, 'on-node')
  await compile('--node', built)
  return [{ name: 'Node', command: [node, join(built, 'kurs.mjs'), 'serve'], dataDir: join(folder, 'node') }]
}

async function build(outfile: string): Promise<string> {
  await compile(outfile)
  return outfile
}

async function compile(...words: string[]): Promise<void> {
  const command = [process.execPath, join(root, 'src/main/compile.ts'), ...words]
  if ((await Bun.spawn(command, { cwd: root, stdout: 'ignore', stderr: 'inherit' }).exited) !== 0)
    throw new Error('The program could not be built')
}

async function start({ command, dataDir }: Program): Promise<Started> {
  const { PATH = '', HOME = '' } = process.env
  const limits = { TICKER_SOCKETS: '20000', TICKER_SOCKETS_PER_ADDRESS: '20000' }
  const env = { PATH, HOME, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, HISTORY_DAYS: '3', ...limits }
  const startedAt = performance.now()
  const child = Bun.spawn(command, { cwd: root, env, stdout: 'ignore', stderr: 'pipe' })
  const port = await portOf(child.stderr)
  await (await fetch(`http://127.0.0.1:${port}${page}`)).text()
  return {
    port,
    startMs: performance.now() - startedAt,
    memoryMb: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

async function portOf(stderr: ReadableStream<Uint8Array>): Promise<number> {
  let said = ''
  for await (const chunk of stderr) {
    said += new TextDecoder().decode(chunk)
    const port = /Kurs is at \S+:(\d+)/.exec(said)?.[1]
    if (port) return Number(port)
  }
  throw new Error(`The server did not start: ${said}`)
}
