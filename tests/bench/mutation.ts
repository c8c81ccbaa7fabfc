/**
 * Mutation testing of what guards money and access: one operator, number or guard of the source is changed at a time,
 * and the tests that ought to notice are run. The share that they noticed is the score; what got away is printed.
 */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded } from './generate.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

const project = join(import.meta.dir, '../..')

interface Target {
  name: string
  /** Globs of sources */
  sources: string[]
  /** Parts of the names of test files, the quickest first */
  tests: string[]
}

const targets: Target[] = [
  {
    name: 'auth',
    sources: ['src/auth/**/*.ts'],
    tests: ['src/auth', 'src/account', 'tests/asvs', 'tests/access.test.ts', 'tests/session-ended'],
  },
  {
    name: 'candles of the market',
    sources: ['src/market/*.ts'],
    tests: ['src/market', 'src/alerts/alerts.test.ts', 'tests/replay-market'],
  },
  { name: 'db', sources: ['src/db/*.ts'], tests: ['src/db', 'src/auth/expire', 'src/market/store'] },
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
  [/(?<![\w.'"`-])\d[\d_]*(?![\w'"`])/g, '7919'],
]

interface Mutant {
  /** From the project's folder */
  file: string
  line: number
  before: string
  after: string
}

/** @param count  of mutants for each target, drawn anew with each `seed` */
export async function benchMutation(report: Report, count: number, seed: number): Promise<void> {
  for (const target of targets) {
    const mutants = sample(await mutantsOf(target), count, seeded(seed))
    const survivors = await survivorsOf(target, mutants)
    for (const { file, line, before, after } of survivors) {
      process.stdout.write(`${file}:${line}\n  - ${before.trim()}\n  + ${after.trim()}\n`)
    }
    const killed = mutants.length - survivors.length
    report(`mutants killed in ${target.name}, of ${mutants.length}`, (killed / mutants.length) * 100, '%', {
      atLeast: 90,
    })
  }
}

async function mutantsOf({ sources }: Target): Promise<Mutant[]> {
  const mutants: Mutant[] = []
  for (const source of sources) {
    for await (const file of new Bun.Glob(source).scan(project)) {
      if (/\.test\.ts$|\.d\.ts$/.test(file)) continue
      const lines = (await readFile(join(project, file), 'utf8')).split('\n')
      for (const [index, text] of lines.entries()) {
        mutants.push(...changesOf(text).map((after) => ({ file, line: index + 1, before: text, after })))
      }
    }
  }
  return mutants.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
}

function changesOf(line: string): string[] {
  if (/^\s*(?:import|export type|type|interface|\/\/|\/?\*)/.test(line)) return []
  return swaps.flatMap(([pattern, replacement]) =>
    [...line.matchAll(pattern)].map(
      ({ 0: found, index }) => line.slice(0, index) + replacement + line.slice(index + found.length),
    ),
  )
}

function sample<T>(all: T[], count: number, random: () => number): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () => left.splice(Math.floor(random() * left.length), 1))
    .flat()
    .slice(0, count)
}

async function survivorsOf({ name, tests }: Target, mutants: Mutant[]): Promise<Mutant[]> {
  const home = await mkdtemp(join(tmpdir(), 'kurs-mutation-'))
  await mkdir(join(home, 'tmp'))
  try {
    for (const part of ['src', 'tests', 'content', 'public', 'drizzle', 'package.json', 'bunfig.toml']) {
      await cp(join(project, part), join(home, part), { recursive: true })
    }
    await symlink(join(project, 'node_modules'), join(home, 'node_modules'))
    const times: number[] = []
    for (let n = 0; n < 3; n++) {
      const at = performance.now()
      if (await isNoticed(home, tests, 10 * 60_000)) throw new Error(`The tests of ${name} fail as they are`)
      times.push(performance.now() - at)
    }
    const survivors: Mutant[] = []
    for (const mutant of mutants) {
      await using _ = await changed(home, mutant)
      // What hangs is noticed too.
      if (!(await isNoticed(home, tests, Math.round(5 * median(times))))) survivors.push(mutant)
    }
    return survivors
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function changed(home: string, { file, line, after }: Mutant): Promise<AsyncDisposable> {
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

async function isNoticed(home: string, tests: string[], timeout: number): Promise<boolean> {
  const child = Bun.spawn([process.execPath, 'test', '--bail', '--timeout=60000', ...tests], {
    cwd: home,
    env: { ...process.env, NODE_ENV: 'test', TMPDIR: join(home, 'tmp') },
    stdout: 'ignore',
    stderr: 'ignore',
    timeout,
    killSignal: 'SIGKILL',
  })
  return (await child.exited) !== 0
}
