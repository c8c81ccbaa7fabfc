/**
 * The whole test suite: finds or installs a browser, runs every test once in random order and ends with one line that
 * machines can read. Browser tests mostly wait, so two processes share the files; given words go to one process alone.
 */
import { ensureChromium } from './e2e/chromium.ts'

const chromium = await ensureChromium((message) => process.stdout.write(`${message}\n`))
const words = process.argv.slice(2)
const runs = words.length > 0 ? [run(words, true)] : (await shares()).map((files, at) => run(files, at === 0))
let [passed, failed, status] = [0, 0, 0]
for (const outcome of runs) {
  const { output, isShown, code } = await outcome
  if (!isShown) process.stdout.write(output)
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}\\b`).exec(output.slice(-4096))?.[1] ?? 0)
  const faults = count('fail') + count('error')
  passed += count('pass')
  failed += Math.max(faults, code === 0 ? 0 : 1)
  status ||= code
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = status

/** Two thirds of the browser tests, and everything else: about the same time each. */
async function shares(): Promise<string[][]> {
  const files = (await Array.fromAsync(new Bun.Glob('{src,tests}/**/*.test.{ts,tsx}').scan('.'))).sort()
  const inBrowser = files.filter((file) => file.startsWith('tests/e2e/'))
  const first = inBrowser.filter((_, at) => at % 3 !== 2)
  return [first, files.filter((file) => !first.includes(file))].map((list) => list.map((file) => `./${file}`))
}

async function run(words: string[], isShown: boolean) {
  const tests = Bun.spawn([process.execPath, 'test', '--randomize', '--timeout', '120000', ...words], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, CHROMIUM: chromium, NODE_ENV: 'test' },
  })
  let output = ''
  const gather = async (from: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of from) {
      const text = decoder.decode(chunk, { stream: true })
      output += text
      if (isShown) process.stdout.write(text)
    }
  }
  await Promise.all([gather(tests.stdout), gather(tests.stderr)])
  return { output, isShown, code: await tests.exited }
}
