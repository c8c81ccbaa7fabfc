/**
 * The whole test suite: finds or installs a browser, runs every test once in random order and ends with one line that
 * machines can read. Words go to `bun test`: parts of file names. With `--times` it says before that line what each file
 * has cost in processor time.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './e2e/chromium.ts'
import { prepareSite } from './e2e/prepared-site.ts'
import { bundlePrograms } from './programs.ts'
import { ensureRedis } from './redis-server.ts'
import { thrift } from './thrift.ts'
import { tableOfTimes } from './times-table.ts'

/** Browser tests wait as much as they work: two processes for each core, while there is memory for their browsers. */
const workers = Math.min(8, 2 * availableParallelism())

const hasTimes = process.argv.includes('--times')
const words = process.argv.slice(2).filter((word) => word !== '--times')
const say = (message: string) => void process.stdout.write(`${message}\n`)
const chromium = await ensureChromium(say)
await ensureRedis(say)
const home = await mkdtemp(join(tmpdir(), 'kurs-'))
const prepared = join(home, 'prepared')
// A process of tests that ends does not clear away its browser's profile.
const TMPDIR = join(home, 'tmp')
const TIMES = join(home, 'times')
try {
  await Promise.all([TMPDIR, TIMES].map((folder) => mkdir(folder)))
  await Promise.all([prepareSite(prepared), bundlePrograms(prepared)])
  const { output, status } = await run(words)
  const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}`, 'm').exec(output.slice(-4096))?.[1] ?? 0)
  const failed = Math.max(count('fail') + count('error'), status === 0 ? 0 : 1)
  // Logs are often cut: what failed, and why, stands at their end too.
  process.stdout.write(
    failuresIn(output)
      .map((failure) => `\n${failure}`)
      .join(''),
  )
  if (hasTimes) process.stdout.write(`\n${tableOfTimes(TIMES)}\n`)
  process.stdout.write(`\n${count('pass')} passed, ${failed} failed\n`)
  process.exitCode = status
} finally {
  await rm(home, { recursive: true, force: true, maxRetries: 10 })
}

async function run(words: string[]) {
  const options = [`--parallel=${workers}`, '--no-isolate', '--randomize', '--timeout=600000']
  if (hasTimes) options.push('--preload', join(import.meta.dir, 'times.ts'))
  const env = { CHROMIUM: chromium, PREPARED_SITE: prepared, TMPDIR, NODE_ENV: 'test', ...(hasTimes && { TIMES }) }
  const tests = Bun.spawn([process.execPath, 'test', ...options, ...words], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, ...thrift, ...env },
  })
  // Whoever stops the run leaves nothing behind: this process ends after its tests.
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
  await Promise.all([show(tests.stdout), show(tests.stderr)])
  return { output, status: await tests.exited }
}

/** Each failed test with what was printed since the test before it, at most its last 60 lines. */
function failuresIn(output: string): string[] {
  const failures: string[] = []
  let since: string[] = []
  const [results = ''] = output.split(/^\d+ tests? failed:$/m)
  for (const line of results.split('\n')) {
    since.push(line)
    if (line.startsWith('(fail)') && since.length > 1) failures.push(`${since.slice(-60).join('\n')}\n`)
    if (/^\((pass|fail|skip|todo)\)/.test(line)) since = []
  }
  return failures
}
