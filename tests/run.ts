/**
 * The whole test suite: finds or installs a browser, runs every test once in random order and ends with one line that
 * machines can read.
 */
import { ensureChromium } from './e2e/chromium.ts'

const chromium = await ensureChromium((message) => process.stdout.write(`${message}\n`))
const tests = Bun.spawn([process.execPath, 'test', '--randomize', '--timeout', '120000', ...process.argv.slice(2)], {
  stdout: 'pipe',
  stderr: 'pipe',
  env: { ...process.env, CHROMIUM: chromium, NODE_ENV: 'test' },
})
let summary = ''
const show = async (from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream) => {
  const decoder = new TextDecoder()
  for await (const chunk of from) {
    to.write(chunk)
    summary = (summary + decoder.decode(chunk, { stream: true })).slice(-4096)
  }
}
await Promise.all([show(tests.stdout, process.stdout), show(tests.stderr, process.stderr)])
const status = await tests.exited
const count = (word: string) => Number(new RegExp(`(\\d+) ${word}\\b`).exec(summary)?.[1] ?? 0)
const failed = count('fail') + count('error')
process.stdout.write(`\n${count('pass')} passed, ${Math.max(failed, status === 0 ? 0 : 1)} failed\n`)
process.exitCode = status
