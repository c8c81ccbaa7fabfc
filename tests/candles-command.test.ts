import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../src/db/client.ts'
import { takeFileLock } from '../src/db/file-lock.ts'
import { createCandleReader } from '../src/market/queries.ts'
import { programOf } from './programs.ts'

setDefaultTimeout(60_000)

const main = programOf('src/main.ts')
const folder = mkdtemp(join(tmpdir(), 'kurs-candles-'))
afterAll(async () => rm(await folder, { recursive: true, force: true }))

const begin = Date.UTC(2024, 0, 1)
const row = (minute: number, close: string) =>
  `${begin + minute * 60_000},42283.58000000,42298.62000000,42261.02000000,${close},35.92724000,${begin + minute * 60_000 + 59_999},1519032.30,1327,23.18,980394.01,0`

async function run(words: string[], env: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const dataDir = join(await folder, 'data')
  const child = Bun.spawn([process.execPath, main, 'candles', ...words], {
    env: { ...Object.fromEntries(inherited), FEED: 'binance', DATA_DIR: dataDir, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, complained] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { status: await child.exited, said, complained }
}

async function newFile(name: string, rows: string[]): Promise<string> {
  const path = join(await folder, name)
  await Bun.write(path, rows.join('\n'))
  return path
}

test('an imported archive is reported as a line or as JSON, and its prices match the file', async () => {
  const path = await newFile('good.csv', [row(0, '42298.61000000'), row(1, '42297.00000000')])
  const first = await run(['import', path, '--asset', 'BTCUSDT', '--tf', '1'])
  expect(first.complained).toBe('')
  expect(first.said).toMatch(
    /^BTCUSDT, 2024-01-01 00:00 to 2024-01-01 00:01 UTC: 2 minutes read, 2 new, \d+\.\d\d s\n$/,
  )
  expect(first.status).toBe(0)
  const again = await run(['import', path, '--asset', 'BTCUSDT', '--json'])
  const about = { file: path, asset: 'BTCUSDT', from: begin, to: begin + 60_000 }
  expect(JSON.parse(again.said)).toMatchObject({ status: 'imported', rows: 2, added: 0, rounded: 0, ...about })
  const db = await openDb({ url: `file:${join(await folder, 'data', 'market.db')}`, readOnly: true })
  const span = { asset: 'BTCUSDT', tf: 5, from: 0, to: Number.MAX_SAFE_INTEGER, count: 5 } as const
  const candles: unknown = await createCandleReader(db).first(span)
  const prices = { open: 4_228_358, high: 4_229_862, low: 4_226_102, close: 4_229_700 }
  expect(candles).toEqual([{ openTime: begin, ...prices, volume: 7_185_448 }])
  await db.close()
})

test('an invalid import is refused with the line, the fault and the remedy', async () => {
  const good = await newFile('one.csv', [row(0, '42298.61000000')])
  const bad = await newFile('bad.csv', [row(0, '42298.61000000'), row(1, 'much')])
  const faulty = await run(['import', bad, '--asset', 'BTCUSDT'], { DATA_DIR: join(await folder, 'bad') })
  expect(faulty.complained).toContain(`${bad}:2: column close: "much": expected a price, 0.01 at least.`)
  expect(faulty.complained).toContain('Nothing was imported')
  const demo = await run(['import', good, '--asset', 'BTCUSDT'], { FEED: 'demo' })
  expect(demo.complained).toContain('Set FEED=binance')
  const unknown = await run(['import', good, '--asset', 'GOLD'])
  expect(unknown.complained).toContain('--asset GOLD: expected one of BTCUSDT, ETHUSDT')
  await mkdir(join(await folder, 'busy'))
  const lock = takeFileLock(join(await folder, 'busy', 'feed.lock'))
  const busy = await run(['import', good, '--asset', 'BTCUSDT'], { DATA_DIR: join(await folder, 'busy') })
  lock?.release()
  expect(busy.complained).toContain('Stop it first')
  expect([faulty, demo, unknown, busy].map(({ status }) => status)).toEqual([1, 1, 1, 1])
  const longer = await run(['import', good, '--asset', 'BTCUSDT', '--tf', '5'])
  expect(longer.complained).toContain('one-minute candles (--tf 1)')
  const nothing = await run(['import'])
  expect(nothing.complained).toContain('candles import FILE.csv')
  expect([longer, nothing].map(({ status }) => status)).toEqual([2, 2])
})
