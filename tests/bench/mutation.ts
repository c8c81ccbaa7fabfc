/**
 * Mutation testing of the code that guards money and access. Changes one operator, number or guard at a time, and runs
 * the tests that should detect the change, the nearest first. The share of detected mutants is the score; survivors are
 * printed. Types, log messages and names of migrations are not changed.
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded } from './generate.ts'
import type { Report } from './report.ts'

const project = join(import.meta.dir, '../..')

interface Target {
  name: string
  /** Globs of the source files to mutate */
  sources: string[]
  /**
   * Parts of the names of test files, in steps: slower tests run only for mutants that the earlier steps have not
   * killed.
   */
  tests: string[][]
}

const targets: Target[] = [
  {
    name: 'auth',
    sources: ['src/auth/**/*.ts'],
    tests: [
      ['src/auth'],
      ['src/account', 'tests/asvs', 'tests/session-ended', 'tests/impersonation-ends', 'tests/table-bounds'],
      ['src/users', 'tests/look-alikes', 'tests/strangers', 'tests/owners-told'],
      ['tests/access.test.ts'],
    ],
  },
  {
    name: 'candles of the market',
    sources: ['src/market/*.ts', 'src/market/{past,archive,digits,replica}/*.ts'],
    tests: [
      [
        ...[
          'candle-window',
          'settling',
          'closes',
          'columns',
          'units',
          'statistics',
          'summary',
          'span',
          'digits/digits',
        ],
        ...['replica/unwritten', 'minute-window', 'pending-minutes', 'hole-finder', 'ingest', 'announcements'],
      ].map((name) => `src/market/${name}.test.ts`),
      ['store', 'replica', 'past', 'archive'].map((name) => `src/market/${name}`),
      ['src/market/open-market', 'src/market/api-routes', 'src/market/feed', 'src/market/listing'],
      ['src/alerts/alerts.test.ts', 'tests/replay-market', 'src/market/emitted-closes'],
    ],
  },
  {
    name: 'bots',
    sources: ['src/bots/**/*.ts'],
    tests: [
      ['engine', 'strategies', 'analysis', 'backtest'].map((room) => `src/bots/${room}/`),
      ['src/bots/', 'tests/backtest-command', 'tests/bot-command'],
    ],
  },
  { name: 'db', sources: ['src/db/*.ts'], tests: [['src/db'], ['src/auth/expire', 'src/market/store']] },
]

const swaps: [RegExp, string][] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/(?<=[( ])!(?=[a-z(])/g, ''],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/(?<=^ +)(?:if \(.*\) (?:return|throw|continue)\b.*|return$)/g, ';'],
  // Changes numbers except `.limit(1)`, where only one row can match anyway, and the value selected inside `exists`,
  // which is not used.
  [/(?<![\w.'"`-]|\.limit\((?=1\))|exists \(select )\d[\d_]*(?![\w'"`])/g, '7919'],
]

export interface Mutant {
  /** Path of the file relative to the project folder */
  file: string
  line: number
  before: string
  after: string
}

/**
 * @param count  mutants per target, newly drawn for each `seed`
 * @param only  part of a target's name; all targets by default
 */
export async function benchMutation(report: Report, count: number, seed: number, only = ''): Promise<void> {
  for (const target of targets.filter(({ name }) => name.includes(only))) {
    const mutants = sample(await mutantsOf(project, target.sources), count, seeded(seed))
    const survivors = await survivorsOf(target, mutants)
    const killed = mutants.length - survivors.length
    report(`mutants killed in ${target.name}, of ${mutants.length}`, (killed / mutants.length) * 100, '%', {
      atLeast: 90,
    })
  }
}

export async function mutantsOf(root: string, sources: string[]): Promise<Mutant[]> {
  const mutants: Mutant[] = []
  for (const source of sources) {
    for await (const file of new Bun.Glob(source).scan(root)) {
      if (/\.test\.ts$|\.d\.ts$/.test(file)) continue
      const lines = (await readFile(join(root, file), 'utf8')).split('\n')
      let typeEnd: RegExp | undefined
      for (const [index, text] of lines.entries()) {
        if (/^(?:export )?(?:interface|type) .*\{$/.test(text)) typeEnd = /^}/
        // Skips a union type with one member per line
        else if (/^(?:export )?type .* =$/.test(text)) typeEnd = /^(?! +(?:\||\/?\*|\/\/))/
        else if (typeEnd?.test(text)) typeEnd = undefined
        if (typeEnd) continue
        mutants.push(...changesOf(text).map((after) => ({ file, line: index + 1, before: text, after })))
      }
    }
  }
  return mutants.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
}

const member = String.raw`(?:-?\d[\d_]*|'[^']*'|true|false|null|undefined|string|number|bigint|boolean|unknown|[A-Z]\w*)(?:\[\])?`
/** Matches union types. In expressions, `|` never joins constants or capitalized names. */
const unionType = new RegExp(String.raw`(?<![\w.'])${member}(?: \| ${member})+(?![\w.(])`, 'g')

function changesOf(line: string): string[] {
  if (/^\s*(?:import|export type|type|interface|\/\/|\/?\*)/.test(line)) return []
  if (/^\s*(?:options\.)?log\.\w+\([^;]*\)$/.test(line)) return []
  const types = [...line.matchAll(unionType)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }))
  const isOfType = (index: number) => types.some(({ from, to }) => index >= from && index < to)
  return swaps.flatMap(([pattern, replacement]) =>
    [...line.matchAll(pattern)]
      .filter(({ index }) => !isOfType(index))
      .map(({ 0: found, index }) => line.slice(0, index) + replacement + line.slice(index + found.length)),
  )
}

export function sample<T>(all: T[], count: number, random: () => number): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () => left.splice(Math.floor(random() * left.length), 1))
    .flat()
    .slice(0, count)
}

async function survivorsOf({ tests }: Target, mutants: Mutant[]): Promise<Mutant[]> {
  const home = await mkdtemp(join(tmpdir(), 'kurs-mutation-'))
  await mkdir(join(home, 'tmp'))
  try {
    for (const part of ['src', 'tests', 'content', 'public', 'drizzle', 'package.json', 'bunfig.toml']) {
      await cp(join(project, part), join(home, part), { recursive: true })
    }
    await symlink(join(project, 'node_modules'), join(home, 'node_modules'))
    const stepOf = createSteps(home)
    const survivors: Mutant[] = []
    for (const mutant of mutants) {
      const outcome = await outcomeOfSteps(home, mutant, [...ownTest(home, mutant), ...tests], stepOf)
      if (outcome === 'unnoticed') survivors.push(mutant)
      if (outcome === 'failed') process.stderr.write('.')
      else tellOf(mutant, outcome)
    }
    return survivors
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

export interface Step {
  /** Parts of the names of the test files that the step runs */
  parts: string[]
  /** Max processor time of the step, seconds */
  atMost: number
}

/** Result of the tests under a mutant; a hang counts as detection too. */
export type Outcome = 'failed' | 'hung' | 'unnoticed'

/** Returns the test file that belongs to the changed file, if there is one */
function ownTest(home: string, { file }: Mutant): string[][] {
  const own = file.replace(/\.ts$/, '.test.ts')
  return existsSync(join(home, own)) ? [[`./${own}`]] : []
}

/** Runs each step once on the unchanged sources to measure its time. @throws Error when its tests fail there */
function createSteps(home: string): (parts: string[]) => Promise<Step> {
  const known = new Map<string, Step>()
  return async (parts) => {
    const key = parts.join(' ')
    const step = known.get(key)
    if (step) return step
    const { outcome, seconds } = await run(home, { parts, atMost: 600 })
    if (outcome !== 'unnoticed') throw new Error(`The tests fail as they are: ${key}`)
    const tried = { parts, atMost: 10 + 4 * seconds }
    known.set(key, tried)
    return tried
  }
}

function tellOf({ file, line, before, after }: Mutant, outcome: Outcome) {
  process.stdout.write(`${file}:${line} ${outcome}\n  - ${before.trim()}\n  + ${after.trim()}\n`)
}

async function outcomeOfSteps(
  home: string,
  mutant: Mutant,
  tests: string[][],
  stepOf: (parts: string[]) => Promise<Step>,
): Promise<Outcome> {
  for (const parts of tests) {
    const step = await stepOf(parts)
    await using _ = await changed(home, mutant)
    const { outcome } = await run(home, step)
    if (outcome !== 'unnoticed') return outcome
  }
  return 'unnoticed'
}

/** Changes a line of a file in `home` until the result is disposed. */
export async function changed(home: string, { file, line, after }: Mutant): Promise<AsyncDisposable> {
  const path = join(home, file)
  const text = await readFile(path, 'utf8')
  await writeFile(
    path,
    text
      .split('\n')
      .with(line - 1, after)
      .join('\n'),
  )
  return { [Symbol.asyncDispose]: () => writeFile(path, text) }
}

/**
 * A process that uses less processor time than `seconds` within `forMs` has hung. Tests on a busy machine get more; a
 * hung process only runs occasional garbage collection.
 */
const idle = { forMs: 90_000, seconds: 1.5 }

/**
 * Runs one step of tests. Limits processor time, not wall time: a test that is merely slow must not count as detection.
 */
export async function run(home: string, { parts, atMost }: Step): Promise<{ outcome: Outcome; seconds: number }> {
  const child = Bun.spawn([process.execPath, 'test', '--bail', '--timeout=60000', ...parts], {
    cwd: home,
    // Starts a separate process group, which ends together with all processes that the tests have started.
    detached: true,
    env: { ...process.env, NODE_ENV: 'test', TMPDIR: join(home, 'tmp') },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  let [seconds, grewAt] = [0, performance.now()]
  let isHung = false
  const watch = setInterval(async () => {
    const used = await secondsOf(child.pid)
    if (used > seconds + idle.seconds) [seconds, grewAt] = [used, performance.now()]
    isHung = used > atMost || performance.now() - grewAt > idle.forMs
    if (isHung) endGroup(child.pid)
  }, 1000)
  running.add(child.pid)
  const code = await child.exited
  clearInterval(watch)
  endGroup(child.pid)
  running.delete(child.pid)
  return { outcome: isHung ? 'hung' : code === 0 ? 'unnoticed' : 'failed', seconds }
}

const running = new Set<number>()

/** Ends the running tests. */
export function endRuns(): void {
  for (const pid of running) endGroup(pid)
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All processes of the group have ended.
  }
}

/**
 * Returns the processor seconds of a process and its waited-for children; 0 when the process has ended. Linux counts in
 * hundredths.
 */
async function secondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}
