import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programOf } from './programs.ts'

setDefaultTimeout(60_000)

const main = programOf('src/main.ts')
const begin = Date.UTC(2024, 0, 1)
let folder: string

/** Writes the minutes of a price archive: a price that oscillates around 42,000. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-backtest-'))
  const rows = Array.from({ length: 600 }, (_, n) => {
    const at = (minute: number) => 42_000 + 400 * Math.sin(minute / 9) + 90 * Math.sin(minute * minute)
    const [open, close] = [at(n - 1), at(n)]
    const prices = [open, Math.max(open, close) + 5, Math.min(open, close) - 5, close].map((price) => price.toFixed(2))
    return `${begin + n * 60_000},${prices.join()},35.9,${begin + n * 60_000 + 59_999},1519032.30,1327,23.18,980394.01,0`
  })
  await Bun.write(join(folder, 'archive.csv'), rows.join('\n'))
  expect(await run('candles', 'import', join(folder, 'archive.csv'), '--asset', 'BTCUSDT')).toMatchObject({ status: 0 })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(...words: string[]) {
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const child = Bun.spawn([process.execPath, main, ...words], {
    env: { ...Object.fromEntries(inherited), FEED: 'binance', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, complained] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { status: await child.exited, said, complained }
}

const task = {
  asset: 'BTCUSDT',
  tf: 1,
  from: begin,
  to: begin + 599 * 60_000,
  strategy: 'ma-cross',
  params: { fast: 3, slow: 9 },
  capital: 10_000,
  feeBps: 10,
  slippageBps: 5,
}

test('a backtest prints a short summary, or JSON with every trade', async () => {
  const path = join(folder, 'task.json')
  await Bun.write(path, JSON.stringify(task))
  const plain = await run('backtest', path)
  expect(plain).toMatchObject({ status: 0, complained: '' })
  expect(plain.said).toMatch(/^profit +-?\d+\.\d{8} USDT \(-?\d+\.\d\d %; holding -?\d+\.\d\d %\)\ntrades +\d+/)
  const { trades, equity, summary } = JSON.parse((await run('backtest', path, '--json')).said)
  expect([trades.length > 10, equity.length, summary.trades]).toEqual([true, 599, trades.length])
})

test('a backtest without trades explains why', async () => {
  const path = join(folder, 'idle.json')
  const params = { lower: 30_000, upper: 35_000, levels: 5 }
  await Bun.write(path, JSON.stringify({ ...task, strategy: 'grid', params }))
  const { said } = await run('backtest', path)
  expect(said).toMatch(/\ntrades +0\nwhy +The price never reached the buy orders: the nearest one waited at 33,750\.00/)
})

test('an invalid task is refused with the file, the field and the expected value', async () => {
  const path = join(folder, 'bad.json')
  await Bun.write(path, JSON.stringify({ ...task, tf: 7, capital: -5 }))
  const bad = await run('backtest', path)
  expect(bad.status).toBe(1)
  expect(bad.complained).toBe(
    `${path}: tf: minutes: 1, 3, 5, 15, 30, 60, 120, 240, 360, 720, 1440\n${path}: capital: from 1 to 10000000\n`,
  )
  expect(await run('backtest', join(folder, 'none.json'))).toMatchObject({ status: 1 })
  expect((await run('backtest')).status).toBe(2)
})
