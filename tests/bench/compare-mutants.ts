/**
 * Runs the same mutants under the tests of two revisions: a test suite that was made shorter must not kill fewer
 * mutants. Both revisions run in separate copies; the sources of the project are not touched.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { seeded } from './generate.ts'
import { changed, endRuns, type Mutant, mutantsOf, run, sample } from './mutation.ts'
import { nearestTests } from './nearest-tests.ts'
import type { Report } from './report.ts'

const project = join(import.meta.dir, '../..')

/** Folders of `src`, with the tests outside each folder that cover it, in steps: slower tests come last */
const folders: Record<string, string[][]> = {
  auth: [
    ['asvs-sessions', 'asvs-passwords', 'session-ended', 'impersonation-ends'],
    ['table-bounds', 'owners-told'],
  ],
  market: [
    ['replay-market', 'candles-command', 'market-rate-limits'],
    ['exchange-recovery', 'replay-resume'],
  ],
  bots: [['backtest-command', 'bot-command', 'stopped-sweep'], ['bots-kill']],
  broadcast: [['broadcast-command', 'stopped-watch'], ['broadcast-kill']],
  content: [['content', 'ingest-command', 'search-relevance', 'old-addresses']],
  db: [
    ['unwritable', 'data-problems', 'databases-page'],
    ['full-disk', 'sqld'],
  ],
  http: [
    ['edges', 'page-policy', 'attacks', 'attacks-unknown'],
    ['asvs-web', 'slow-requests', 'rate-limits'],
  ],
  ticker: [
    ['ticker-protocol', 'ticker-limits', 'ticker-going-over', 'ticker'],
    ['ticker-slow', 'ticker-attacks'],
  ],
}

/** Max processor seconds per mutant, and per test step of a mutant */
const [maxSeconds, maxStepSeconds] = [90, 45]

interface Comparison {
  revision: string
  /** Number of mutants in all folders together */
  count: number
  seed: number
  /** Part of a folder's name; only folders that contain it are tested */
  only?: string | undefined
}

type Side = 'before' | 'after'
interface Compared extends Mutant {
  folder: string
  killed: Partial<Record<Side, boolean>>
}

/**
 * Compares the numbers of killed mutants; the bound is missed when the current tests kill fewer than those of the
 * revision. When interrupted, reports the results so far.
 */
export async function compareMutants(report: Report, { revision, count, seed, only = '' }: Comparison): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'kurs-mutation-'))
  let isStopped = false
  const stop = () => {
    isStopped = true
    endRuns()
  }
  const stopAndThrow = (error: unknown) => {
    stop()
    throw error
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  try {
    const homes = { before: join(home, 'before'), after: join(home, 'after') }
    await checkOut(revision, homes.before)
    await checkOut((await $`git stash create`.cwd(project).text()).trim() || 'HEAD', homes.after)
    const names = Object.keys(folders).filter((name) => name.includes(only))
    const chosen = await pick(homes, names, count, seed)
    const runSide = async (side: Side) => {
      const trial = createTrial(homes[side], () => isStopped)
      for (const mutant of chosen) {
        const killed = await trial(mutant)
        if (isStopped) return
        mutant.killed[side] = killed
        const { file, line } = mutant
        process.stderr.write(`${side} ${killed ? 'killed' : 'alive '} ${file}:${line}\n`)
      }
    }
    const sides = (['before', 'after'] as const).map((side) => runSide(side).catch(stopAndThrow))
    await Promise.allSettled(sides)
    show(report, chosen)
    await Promise.all(sides)
  } finally {
    await rm(home, { recursive: true, force: true })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop)
  }
  if (isStopped) process.exit(130)
}

/** Checks out the tracked files of a revision into a folder, with the packages of its lock file */
async function checkOut(revision: string, home: string): Promise<void> {
  await mkdir(join(home, 'tmp'), { recursive: true })
  await $`git archive ${revision} | tar -x -C ${home}`.cwd(project)
  const lockOf = (folder: string) => readFile(join(folder, 'bun.lock'), 'utf8')
  if ((await lockOf(home)) !== (await lockOf(project))) {
    await $`${process.execPath} install --frozen-lockfile --silent`.cwd(home)
    return
  }
  // Links all packages except the cache of earlier runs, which the mutants would share.
  const [own, packages] = [join(home, 'node_modules'), join(project, 'node_modules')]
  await mkdir(own)
  for (const name of await readdir(packages)) {
    if (name !== '.cache') await symlink(join(packages, name), join(own, name))
  }
}

/**
 * Picks mutants spread evenly over the folders, at most one per line, from lines that occur exactly once in both
 * revisions
 */
async function pick(homes: Record<Side, string>, names: string[], count: number, seed: number): Promise<Compared[]> {
  const picked: Compared[] = []
  for (const [at, folder] of names.entries()) {
    const random = seeded(seed + at)
    const mutants = await mutantsOf(homes.after, [`src/${folder}/**/*.ts`])
    const places = Map.groupBy(mutants.filter(isOfServer), ({ file, line }) => `${file}:${line}`)
    const share = Math.floor(count / names.length) + (at < count % names.length ? 1 : 0)
    const left = sample([...places.values()], places.size, random)
    for (const place of left) {
      if (picked.filter((one) => one.folder === folder).length === share) break
      const [mutant] = sample(place, 1, random)
      if (mutant && (await isInBoth(homes, mutant))) picked.push({ ...mutant, folder, killed: {} })
    }
  }
  return picked
}

/** Skips browser code: only browser tests detect changes there, and these tests are not run. */
const isOfServer = ({ file }: Mutant) => !/\.(?:browser|behavior|island)\.ts$/.test(file)

async function isInBoth(homes: Record<Side, string>, { file, before }: Mutant): Promise<boolean> {
  for (const home of Object.values(homes)) {
    const text = await readFile(join(home, file), 'utf8').catch(() => '')
    if (text.split('\n').filter((line) => line === before).length !== 1) return false
  }
  return true
}

/** @returns whether tests detect a mutant: they fail or hang with it, but not without it */
function createTrial(home: string, isStopped: () => boolean): (mutant: Compared) => Promise<boolean> {
  const unchanged = new Map<string, ReturnType<typeof run>>()
  const isNoticed = async (parts: string[], atMost: number) => {
    const key = parts.join(' ')
    const clean = unchanged.get(key) ?? run(home, { parts, atMost: 10 * maxStepSeconds })
    unchanged.set(key, clean)
    const { outcome, seconds } = await clean
    if (outcome !== 'unnoticed') process.stderr.write(`These tests fail as they are: ${key}\n`)
    return outcome === 'unnoticed' && seconds < atMost / 2
  }
  return async (mutant) => {
    const text = await readFile(join(home, mutant.file), 'utf8')
    const line = text.split('\n').indexOf(mutant.before) + 1
    const far = (folders[mutant.folder] ?? []).map((names) => names.map((name) => `tests/${name}.test.ts`))
    const steps = [
      ...nearestTests(home, mutant.file),
      ...far.map((files) => files.filter((file) => existsSync(join(home, file)))),
    ]
    let left = maxSeconds
    for (const parts of steps.filter(({ length }) => length > 0).map((files) => files.map((file) => `./${file}`))) {
      const atMost = Math.min(left, maxStepSeconds)
      const { outcome, seconds } = await runChanged(home, { ...mutant, line }, { parts, atMost })
      if (isStopped()) return false
      if (outcome !== 'unnoticed' && (await isNoticed(parts, atMost))) return true
      left -= seconds
      if (left < 1) break
    }
    return false
  }
}

async function runChanged(home: string, mutant: Mutant, step: { parts: string[]; atMost: number }) {
  await using _ = await changed(home, mutant)
  // Keep the await: the file is restored when this function ends.
  return await run(home, step)
}

function show(report: Report, mutants: Compared[]): void {
  const done = mutants.filter(({ killed }) => killed.before !== undefined && killed.after !== undefined)
  const count = (side: Side, some: Compared[]) => some.filter(({ killed }) => killed[side]).length
  for (const [folder, some] of Map.groupBy(done, (mutant) => mutant.folder)) {
    process.stdout.write(
      `${folder}: ${count('before', some)} killed before, ${count('after', some)} after, of ${some.length}\n`,
    )
    for (const { file, line, before, after, killed } of some.filter(({ killed }) => !killed.before || !killed.after)) {
      const alive = killed.after ? 'before' : killed.before ? 'AFTER' : 'both'
      process.stdout.write(`  ${file}:${line} alive in ${alive}\n    - ${before.trim()}\n    + ${after.trim()}\n`)
    }
  }
  report(`mutants killed, of ${done.length} in ${mutants.length}`, count('after', done), '', {
    atLeast: count('before', done),
  })
}
