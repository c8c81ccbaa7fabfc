import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { generateDocs } from './generate.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

const root = join(import.meta.dir, '../..')
/** Max wait for the bundle: a server builds it 15 s after the start, within some seconds. */
const bundleWaitMs = 60_000
const ownPages = 20_000

/**
 * Measures the waiting times of a new developer and an operator: clone to page, first and later serves, the update of a
 * binary with the data of the previous release, and a site of 20,000 pages. With `before`, a revision, each round
 * measures both in turn. Packages are in the package manager's cache.
 */
export async function benchFirstMinute(report: Report, before?: string, rounds = 3): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'kurs-bench-'))
  const codes = [
    ...(before === undefined ? [] : [await readCode('before', before, home)]),
    await readCode('now', 'HEAD', home),
  ]
  const times = new Map<string, number[]>()
  const note = (what: string, value: number) => times.set(what, [...(times.get(what) ?? []), value])
  for (let round = 0; round < rounds; round++) {
    for (const { name, clone, binary } of codes) {
      const folder = join(home, `${name}-${round}`)
      await benchSources(folder, clone, (what, value) => note(`${name}: ${what}`, value))
      await benchBinary(join(folder, 'binary'), binary, (what, value) => note(`${name}: ${what}`, value))
    }
    const [old] = codes
    const update = join(home, `update-${round}`)
    if (before !== undefined && old) await benchUpdate(update, old.binary, codes.at(-1)?.binary ?? '', note)
  }
  await benchOwnPages(home, codes.at(-1)?.binary ?? '', note)
  for (const [what, values] of times) {
    const [, bound] = Object.entries(bounds).find(([name]) => what === `now: ${name}`) ?? []
    report(what, median(values), what.endsWith('MB') ? 'MB' : 's', bound === undefined ? undefined : { atMost: bound })
  }
  await rm(home, { recursive: true, force: true })
}

/** Upper bounds by figure, in seconds except for memory */
const bounds: Record<string, number> = {
  'clone to page': 8,
  'first serve to page': 3,
  'later serve to page': 0.4,
  'serve to open port': 0.5,
  'binary, later serve to page': 0.25,
  'update of the binary, gap': 2,
  'update of the binary, peak MB': 250,
  '20,000 own pages, serve to open port': 0.5,
  '20,000 own pages, all visible': 120,
  '20,000 own pages, peak MB': 300,
}

type Note = (what: string, value: number) => void

interface Code {
  name: string
  clone(folder: string): Promise<void>
  binary: string
}

async function readCode(name: string, revision: string, home: string): Promise<Code> {
  const clone = async (folder: string) => {
    await run(['git', 'clone', '--quiet', '--no-checkout', root, folder], root)
    await run(['git', '-c', 'advice.detachedHead=false', 'checkout', '--quiet', await commitOf(revision)], folder)
  }
  const sources = join(home, `${name}-sources`)
  await clone(sources)
  await run([process.execPath, 'install', '--frozen-lockfile', '--silent'], sources)
  const binary = join(home, `kurs-${name}`)
  await run([process.execPath, 'src/main/compile.ts', binary], sources)
  return { name, clone, binary }
}

async function benchSources(folder: string, clone: Code['clone'], note: Note): Promise<void> {
  const begunAt = performance.now()
  await clone(folder)
  const bun = process.execPath
  await run([bun, 'src/main/install.ts'], folder)
  const command = [bun, 'src/main.ts', 'serve']
  const dataDir = join(folder, 'data')
  const first = await serve({ command, cwd: folder, dataDir })
  note('clone to page', (performance.now() - begunAt) / 1000)
  note('first serve to page', first.pageSeconds)
  const giveUpAt = performance.now() + bundleWaitMs
  const hasBundle = async () =>
    (await readdir(join(dataDir, 'server')).catch(() => [])).some((name) => !/part$/.test(name))
  while (!(await hasBundle()) && performance.now() < giveUpAt && existsSync(join(folder, 'src/main/server-build')))
    await Bun.sleep(100)
  await first.stop()
  const later = await serve({ command, cwd: folder, dataDir })
  note('later serve to page', later.pageSeconds)
  note('serve to open port', later.portSeconds)
  await later.stop()
}

async function benchBinary(dataDir: string, binary: string, note: Note): Promise<void> {
  const first = await serve({ command: [binary, 'serve'], cwd: tmpdir(), dataDir })
  note('binary, first serve to page', first.pageSeconds)
  await Bun.sleep(5000)
  await first.stop()
  const later = await serve({ command: [binary, 'serve'], cwd: tmpdir(), dataDir })
  note('binary, later serve to page', later.pageSeconds)
  await later.stop()
}

async function benchUpdate(dataDir: string, old: string, next: string, note: Note): Promise<void> {
  const before = await serve({ command: [old, 'serve'], cwd: tmpdir(), dataDir })
  await Bun.sleep(15_000)
  await before.stop()
  const after = await serve({ command: [next, 'serve'], cwd: tmpdir(), dataDir })
  await after.ready()
  note('now: update of the binary, gap', after.pageSeconds)
  note('now: update of the binary, peak MB', after.peakMb())
  await after.stop()
}

async function benchOwnPages(home: string, binary: string, note: Note): Promise<void> {
  const contentDir = join(home, 'own')
  for (const locale of ['ru', 'en'] as const) await generateDocs(contentDir, locale, ownPages / 2)
  const begunAt = performance.now()
  const options = { command: [binary, 'serve'], cwd: tmpdir(), dataDir: join(home, 'own-data'), contentDir }
  const server = await serve(options)
  note('now: 20,000 own pages, serve to open port', server.portSeconds)
  await server.ready()
  note('now: 20,000 own pages, all visible', (performance.now() - begunAt) / 1000)
  note('now: 20,000 own pages, peak MB', server.peakMb())
  await server.stop()
}

interface ServeOptions {
  command: string[]
  cwd: string
  dataDir: string
  contentDir?: string
}

/** Starts a server and waits for its first page. */
async function serve({ command, cwd, dataDir, contentDir }: ServeOptions) {
  await mkdir(join(dataDir, '..'), { recursive: true })
  const { PATH = '', HOME = '' } = process.env
  const port = await freePort()
  const given = contentDir === undefined ? {} : { CONTENT_DIR: contentDir }
  const env = { PATH, HOME, PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, ...given }
  const begunAt = performance.now()
  const child = Bun.spawn(command, { cwd, env, stdout: 'ignore', stderr: 'ignore' })
  const secondsUntil = async (path: string) => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } }).catch(
        () => undefined,
      )
      await answer?.arrayBuffer()
      if (answer?.status === 200) return (performance.now() - begunAt) / 1000
      if (child.exitCode !== null) throw new Error(`${command.join(' ')} has ended with status ${child.exitCode}`)
      await Bun.sleep(5)
    }
  }
  const portSeconds = await secondsUntil('/healthz')
  const pageSeconds = await secondsUntil('/en')
  return {
    portSeconds,
    pageSeconds,
    ready: () => secondsUntil('/readyz'),
    peakMb: () => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

async function commitOf(revision: string): Promise<string> {
  return (await run(['git', 'rev-parse', revision], root)).trim()
}

async function run(command: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'inherit' })
  const said = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} has failed`)
  return said
}
