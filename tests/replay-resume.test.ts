import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../src/db/client.ts'
import { createCandleReader, readSource } from '../src/market/queries.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { programOf } from './programs.ts'

/* Tests that a replay continues where it stopped, whatever ended it, and that a file with other content starts over. */

setDefaultTimeout(180_000)

const begin = Date.UTC(2016, 1, 28, 20, 51)
const [rows, speed] = [4000, 30_000]
const days = '10'

let folder: string
let file: string
let running: Bun.Subprocess<'ignore', 'pipe', 'inherit'> | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-replay-resume-'))
  file = join(folder, 'prices.csv')
  await writePrices(file, 100)
})
afterEach(async () => {
  running?.kill('SIGKILL')
  await running?.exited
  await rm(folder, { recursive: true, force: true })
})

/** Writes a price file: row n opens at price `first + n`; of every hundred rows the last ten are missing. */
async function writePrices(path: string, first: number): Promise<void> {
  const lines = minutesThere().map(
    (n) => `${begin + n * minuteMs},${first + n},${first + n + 2},${first + n - 1},${first + n + 1},${n % 7}`,
  )
  await Bun.write(path, `time,open,high,low,close,volume\n${lines.join('\n')}\n`)
}
const minutesThere = () => Array.from({ length: rows }, (_, n) => n).filter((n) => n % 100 < 90)

function start(replayed: string, ...ending: string[]) {
  const script = programOf('tests/market-process.ts')
  const source = `replay:${replayed}@${speed}`
  const child = Bun.spawn([process.execPath, script, join(folder, 'market.db'), days, source, ...ending], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  running = child
  const reading = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  const told = () => [...said.matchAll(/^told (\d+)$/gm)].map(([, time]) => Number(time))
  return {
    told,
    /** Reads output until the condition holds or the output ends. */
    until: async (holds: (said: string) => boolean) => {
      while (!holds(said)) {
        const { value, done } = await reading.read()
        if (done) return
        said += value
      }
    },
    end: async (signal: 'SIGKILL' | 'SIGTERM') => {
      child.kill(signal)
      await child.exited
      for (let more = await reading.read(); !more.done; more = await reading.read()) said += more.value
    },
  }
}

/**
 * `filled` must come after `ended`: earlier it only means that the history is filled up to the next gap. The next start
 * judges a gap that a stop left open, and then publishes the newest settled close.
 */
const isOver = (said: string) => /^ended$[\s\S]*^filled$/m.test(said)

/** Starts the replay, which signals itself after some 900 minutes. @returns the first and last minute published */
async function play(replayed: string, signal: 'SIGKILL' | 'SIGTERM'): Promise<{ first: number; last: number }> {
  const market = start(replayed, '900', signal)
  await market.until(isOver)
  const [first = 0, last = 0] = [market.told()[0], market.told().at(-1)]
  expect(last).toBeGreaterThan(first)
  return { first, last }
}

async function stored() {
  const db = await openDb({ url: `file:${join(folder, 'market.db')}` })
  const minutes = await createCandleReader(db).minutesFrom('REPLAY', 0)
  const source = await readSource(db)
  await db.close()
  return { minutes, source }
}

test('after a stop and a kill -9 each start continues, and every row is stored once', async () => {
  const first = await play(file, 'SIGTERM')
  expect(first.first).toBeLessThan(begin + 5 * minuteMs)
  const written = (await stored()).minutes.at(-1)
  const second = await play(file, 'SIGKILL')
  // The second process has published nothing twice that was stored, and skipped nothing.
  expect(second.first).toBeGreaterThanOrEqual(written?.openTime ?? 0)
  expect(second.first).toBeLessThan((written?.openTime ?? 0) + 15 * minuteMs)
  const killed = (await stored()).minutes.at(-1)
  const third = start(file)
  await third.until(isOver)
  expect(third.told()[0]).toBeGreaterThanOrEqual(killed?.openTime ?? 0)
  await third.end('SIGTERM')
  const { minutes } = await stored()
  expect(minutes.map(({ openTime }) => (openTime - begin) / minuteMs)).toEqual(minutesThere())
  const [one] = minutes
  for (const [at, n] of minutesThere().entries()) {
    expect(Number(minutes[at]?.open)).toBe(((one?.open ?? 0) / 100) * (100 + n))
  }
  const fourth = start(file)
  await fourth.until(isOver)
  await fourth.end('SIGTERM')
  expect(fourth.told()).toEqual([])
})

test('the same rows under another name continue; other rows start over', async () => {
  const first = await play(file, 'SIGTERM')
  const [copy, other] = [join(folder, 'copy.csv'), join(folder, 'other.csv')]
  await Bun.write(copy, Bun.file(file))
  await writePrices(other, 500)
  const second = await play(copy, 'SIGTERM')
  expect(second.first).toBeGreaterThan(first.last - 15 * minuteMs)
  const { source } = await stored()
  const third = await play(other, 'SIGTERM')
  expect(third.first).toBeLessThan(begin + 5 * minuteMs)
  const after = await stored()
  expect(after.source).not.toBe(source)
  expect(after.minutes[0]?.openTime).toBe(begin)
})
