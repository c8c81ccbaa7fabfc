/**
 * Runs the whole test suite: finds or installs a browser, runs every test once in random order and ends with one
 * machine-readable line. Arguments go to `bun test` as parts of file names. `--times` adds a table of the processor
 * time of each file.
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './e2e/chromium.ts'
import { prepareSite } from './e2e/prepared-site.ts'
import { bundlePrograms } from './programs.ts'
import { patienceMs } from './property-runs.ts'
import { ensureRedis } from './redis-server.ts'
import { clearFolder, endProcesses } from './run-leftovers.ts'
import { countIn, failuresIn, progressOf, slowestIn } from './run-output.ts'
import { thrift } from './thrift.ts'
import { tableOfTimes } from './times-table.ts'

/**
 * Two test processes per core, because browser tests wait half of the time; at most 8, because each browser needs
 * memory.
 */
const workers = Math.min(8, 2 * availableParallelism())

const progressEveryMs = 15_000

const hasTimes = process.argv.includes('--times')
const words = process.argv.slice(2).filter((word) => word !== '--times')
const say = (message: string) => void process.stdout.write(`${message}\n`)
const home = await mkdtemp(join(tmpdir(), 'kurs-'))
const prepared = join(home, 'prepared')
// Temporary folder of the run: a test process that exits does not remove its browser's profile.
const TMPDIR = join(home, 'tmp')
const TIMES = join(home, 'times')

let passed = 0
let failed = 1
try {
  const chromium = await ensureChromium(say)
  await ensureRedis(say)
  say('Preparing the site of the tests: assets, texts and programs.')
  await Promise.all([TMPDIR, TIMES].map((folder) => mkdir(folder)))
  await Promise.all([prepareSite(prepared), bundlePrograms(prepared)])
  const { output, status } = await run(chromium)
  passed = countIn(output, 'pass')
  failed = Math.max(countIn(output, 'fail') + countIn(output, 'error'), status === 0 ? 0 : 1)
  say(`\n${slowestIn(output)}`)
  if (hasTimes) say(`\n${tableOfTimes(TIMES)}`)
  // Repeats failures and their causes at the end, because logs are often truncated.
  for (const failure of failuresIn(output)) say(`\n${failure.trimEnd()}`)
} catch (error) {
  say(`The run could not be finished: ${error instanceof Error ? error.stack : error}`)
}
for (const note of await clearFolder(home)) say(note)
say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function run(chromium: string) {
  const options = [`--parallel=${workers}`, '--no-isolate', '--randomize', `--timeout=${patienceMs}`]
  if (hasTimes) options.push('--preload', join(import.meta.dir, 'times.ts'))
  const env = { CHROMIUM: chromium, PREPARED_SITE: prepared, TMPDIR, NODE_ENV: 'test', ...(hasTimes && { TIMES }) }
  const tests = Bun.spawn([process.execPath, 'test', ...options, ...words], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, ...thrift, ...env },
  })
  // Forwards signals to the tests and exits after them, so that a stopped run leaves nothing behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => tests.kill(signal))
  let output = ''
  const show = async (from: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of from) {
      const text = decoder.decode(chunk, { stream: true })
      output += text
      process.stdout.write(text)
    }
  }
  const began = performance.now()
  const progress = setInterval(() => say(progressOf(output, performance.now() - began)), progressEveryMs)
  const shown = Promise.all([show(tests.stdout), show(tests.stderr)])
  const status = await tests.exited
  clearInterval(progress)
  // Ends leftover processes first: they may hold the pipes open, and reading the output would never finish.
  for (const note of await endProcesses(home)) say(note)
  await shown
  return { output, status }
}
