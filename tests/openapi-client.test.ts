import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestFeed, minuteOf } from './doubles/feed.ts'
import { signIn } from './signed-in.ts'
import { createTestSite, type TestSite } from './site.ts'
import { tokenOf } from './token.ts'
import { until } from './until.ts'

setDefaultTimeout(60_000)

const modules = join(import.meta.dir, '../node_modules')
const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const minute = now - (now % 60_000)
const past = Array.from({ length: 300 }, (_, n) =>
  minuteOf('BTCUSDT', minute - (300 - n) * 60_000, 100 + 10 * Math.sin(n / 9), { high: 120, low: 80, volume: 5 }),
)

let folder: string
let site: TestSite
let server: Bun.Server<undefined>
let tokens: { good: string; poor: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-client-'))
  await symlink(modules, join(folder, 'node_modules'))
  const feed = createTestFeed({ past })
  site = await createTestSite({ feed, now: () => now })
  feed.emit(minuteOf('BTCUSDT', minute, 100, { isClosed: false, time: now }))
  feed.setState({ name: 'live' })
  await until(() => !site.market.state().isBackfilling)
  const person = await signIn(site.appDb, { now })
  tokens = {
    good: await tokenOf(site, person, { scopes: ['market:read', 'backtest', 'account:read'], name: 'A client', now }),
    poor: await tokenOf(site, person, { scopes: ['market:read'], name: 'A poor client', now }),
  }
  server = Bun.serve({ port: 0, fetch: (request) => site.app.fetch(request, () => '127.0.0.1') })
})
afterAll(async () => {
  await server.stop(true)
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command until it exits. @returns its output */
async function run(...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const [said, complained, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  expect([code, code === 0 ? '' : said + complained]).toEqual([0, ''])
  return said
}

/** Source of a third-party program that uses the generated types: it does not compile if it misuses them. */
const program = (origin: string, { good, poor }: typeof tokens) => `
import * as kurs from './client.ts'

kurs.defaults.baseUrl = '${origin}'
const by = (token: string) => ({ headers: { authorization: 'Bearer ' + token } })

const candles = await kurs.listCandles('BTCUSDT', 1, { limit: 3 }, by('${good}'))
const rows: number[][] = candles.status === 200 ? candles.data : []

const backtest = await kurs.runBacktest(
  { asset: 'BTCUSDT', tf: 1, from: ${minute - 200 * 60_000}, to: ${minute}, strategy: 'ma-cross',
    params: { fast: 3, slow: 8 }, capital: 1000, feeBps: 10, slippageBps: 5 },
  by('${good}'),
)
const trades = backtest.status === 200 ? backtest.data.trades.map(({ side, price }): string => side + ' ' + price) : []

const listed = await kurs.listTokens(by('${good}'))
const names = listed.status === 200 ? listed.data.tokens.map(({ name, isThis }) => isThis ? name + '!' : name) : []

const refusals = [await kurs.listTokens(by('${poor}')), await kurs.listTokens(by('none')), await kurs.listTokens()]
console.log(JSON.stringify({ rows, trades, names, refused: refusals.map(({ status }) => status) }))
`

test('a stock generator makes a client from the document that compiles and works', async () => {
  const origin = server.url.origin
  await Bun.write(join(folder, 'openapi.json'), await (await fetch(`${origin}/api/openapi.json`)).text())
  await run(process.execPath, join(modules, '.bin/oazapfts'), 'openapi.json', 'client.ts')
  await Bun.write(join(folder, 'program.ts'), program(origin, tokens))
  const options = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'esnext',
      module: 'preserve',
      moduleDetection: 'force',
      allowImportingTsExtensions: true,
      lib: ['esnext', 'dom', 'dom.iterable'],
      types: [],
    },
    files: ['program.ts'],
  }
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(options))
  await run(process.execPath, join(modules, '.bin/tsc'), '-p', '.')
  const { rows, trades, names, refused } = JSON.parse(await run(process.execPath, 'program.ts'))
  expect(rows).toHaveLength(3)
  expect(rows.at(-1)).toEqual([minute, 100, 100, 100, 100, 1])
  expect(trades.length).toBeGreaterThan(1)
  expect(trades[0]).toMatch(/^buy \d+\.\d\d$/)
  expect(names.sort()).toEqual(['A client!', 'A poor client'])
  expect(refused).toEqual([403, 401, 401])
})
