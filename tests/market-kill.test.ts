import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../src/db/client.ts'
import type { MinuteUpdate } from '../src/market/candle.ts'
import { createFeed } from '../src/market/feed/create-feed.ts'
import { createCandleReader } from '../src/market/queries.ts'
import { closeTimeOf, minuteMs, timeframes } from '../src/market/timeframe.ts'
import { candlesOf } from './market-candles.ts'
import { programOf } from './programs.ts'

setDefaultTimeout(180_000)

const days = 2
let folder = ''
let running: Bun.Subprocess<'ignore', 'pipe', 'inherit'> | undefined
afterEach(async () => {
  running?.kill('SIGKILL')
  await running?.exited
  await rm(folder, { recursive: true, force: true })
})

/** Starts a market process and collects its output. */
function start(file: string) {
  const child = Bun.spawn([process.execPath, programOf('tests/market-process.ts'), file, String(days)], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  running = child
  const reading = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    child,
    /** Waits for more output, then returns all output so far */
    more: async () => {
      const { value, done } = await reading.read()
      text += value ?? ''
      return done ? undefined : text
    },
  }
}

async function whenSaid(market: ReturnType<typeof start>, holds: (said: string) => boolean): Promise<string> {
  for (;;) {
    const said = await market.more()
    if (said === undefined) throw new Error('The market ended')
    if (holds(said)) return said
  }
}

const toldTimes = (said: string) => [...said.matchAll(/^told (\d+)$/gm)].map(([, time]) => Number(time))

test('a killed market loses a second of data at most and continues normally', async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-kill-'))
  const file = join(folder, 'market.db')
  const first = start(file)
  // Waits for ticks between two syncs and after the second sync; the history is being fetched meanwhile.
  let said = await whenSaid(first, (text) => {
    const [, , between = '', after = ''] = text.split('market-sync ends')
    return toldTimes(between).length > 0 && toldTimes(after).length > 0
  })
  first.child.kill('SIGKILL')
  await first.child.exited
  for (let more = await first.more(); more !== undefined; more = await first.more()) said = more
  const told = toldTimes(said).at(-1) ?? 0

  const db = await openDb({ url: `file:${file}` })
  const reader = createCandleReader(db)
  const minutes = await reader.minutesFrom('BTCUSDT', told - 10 * minuteMs)
  const written = Math.max(...minutes.map(({ time }) => time))
  // Ticks published before the last completed sync began. A sync starts every 0.9 s, see the test of the timetable.
  const ended = said.lastIndexOf('market-sync ends')
  const safe = said.slice(0, said.lastIndexOf('market-sync begins', ended))
  expect(written).toBeGreaterThanOrEqual(toldTimes(safe).at(-1) ?? Number.NaN)

  const second = start(file)
  await whenSaid(second, (text) => text.includes('filled'))
  const filled = Date.now()
  second.child.kill('SIGTERM')
  expect(await second.child.exited).toBe(0)
  const feed = createFeed('demo')
  const until = told - (told % minuteMs)
  // Leaves out data older than the range requested by the second process: the first process was killed while it fetched
  // them.
  const from = filled - (filled % minuteMs) - days * 1440 * minuteMs
  for (const { asset } of feed.instruments) {
    const truth: MinuteUpdate[] = []
    // Reads one more day than is compared, so that the longest candles are complete.
    for await (const page of feed.history(asset, from - 1440 * minuteMs, until)) {
      for (const candle of page) truth.push({ ...candle, asset, isClosed: true, time: candle.openTime + minuteMs })
    }
    for (const tf of timeframes) {
      const whole = (openTime: number) => openTime >= from && closeTimeOf(openTime, tf) <= until
      const stored = await reader.first({ asset, tf, from, to: until, count: 5000 })
      expect(stored.filter(({ openTime }) => whole(openTime))).toEqual(
        candlesOf(truth, tf).filter(({ openTime }) => whole(openTime)),
      )
    }
  }
  await db.close()
})
