import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wholeMoney } from '../src/bots/engine/money.ts'
import { type Plan, setupOf } from '../src/bots/plan.ts'
import type { Db } from '../src/db/client.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { columnsOf, minute, noCosts, run, termsOf } from './bot-runs.ts'
import { openMigrated } from './migrated.ts'
import { programOf } from './programs.ts'
import { runsOf } from './property-runs.ts'
import { until } from './until.ts'

/* Tests that bots killed at random moments make the same trades as bots that run undisturbed. */

setDefaultTimeout(180_000)

const begin = Date.UTC(2016, 1, 28)
const rows = 1500
const bots = 50
const capital = 100_000 * 1e8
/** Integer volumes at prices above 100: a step costs at most 0.01 */
const volumeDigits = 5
const plan = (n: number): Plan =>
  n % 2 === 0
    ? {
        strategy: 'ma-cross',
        params: { fast: 2 + (n % 5), slow: 9 + n },
        costs: { ...noCosts, takerFee: 1000 },
        order: 'nearest',
      }
    : {
        strategy: 'grid',
        params: { lower: 80, upper: 120 + n, levels: 12 },
        costs: noCosts,
        order: 'pessimistic',
        risk: { stopLoss: 50_000 },
      }
const tfOf = (n: number) => (n % 3 === 0 ? 5 : 1)

let folder: string
let app: Db
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-bots-kill-'))
  const lines = minutes.map(({ openTime, open, high, low, close }) =>
    [openTime, ...[open, high, low, close].map((price) => (price / 100).toFixed(2)), 5].join(),
  )
  await Bun.write(join(folder, 'prices.csv'), `time,open,high,low,close,volume\n${lines.join('\n')}\n`)
  app = await openMigrated('app', folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** Leaves out seven minutes of every 900. */
const minutes = Array.from({ length: rows }, (_, n) => n)
  .filter((n) => n % 900 < 893)
  .map((n) => {
    const [open, close] = [priceAt(n - 1), priceAt(n)]
    const ends = [open, Math.max(open, close) + (n % 11), Math.min(open, close) - (n % 13), close] as const
    return minute(begin + n * minuteMs, ends, 500)
  })

/** Price waves that give no strategy an unlimited profit: slopes change faster than averages follow. */
function priceAt(n: number): number {
  return Math.round(10_000 + 700 * Math.sin(n / 97) + 60 * Math.sin(n * n))
}

/** Adds bots that start with the first minute of the price file. */
async function addBots(): Promise<void> {
  const at = begin - minuteMs
  await app.writeRaw(
    Array.from({ length: bots }, (_, n) => [
      {
        sql: `insert into bots (id, name, asset, tf, capital, state, revision, played_revision, created_at, updated_at, started_at,
          source, price_digits, volume_digits, cursor, equity) values (?, ?, 'REPLAY', ?, ?, 'running', 1, 1, 0, 0, ?, 'replay', 2, ?, ?, ?)`,
        args: [`bot-${n}`, `Bot ${n}`, tfOf(n), capital, at, volumeDigits, at, capital],
      },
      { sql: 'insert into bot_revisions values (?, 1, ?, 0, null)', args: [`bot-${n}`, JSON.stringify(plan(n))] },
    ]).flat(),
  )
}

function start() {
  const script = programOf('tests/bots-process.ts')
  const child = Bun.spawn([process.execPath, script, folder, `replay:${join(folder, 'prices.csv')}@60000`], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reading = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  return {
    child,
    says: async (word: string) => {
      while (!said.includes(word)) {
        const { value, done } = await reading.read()
        if (done) throw new Error(`It has ended without saying ${word}`)
        said += value
      }
    },
  }
}

/** Returns the openTime of the minute that the slowest or the fastest bot has reached */
async function cursor(which: 'min' | 'max'): Promise<number> {
  const { rows } = await app.client.execute(`select ${which}(cursor) as cursor from bots`)
  return Number(rows[0]?.cursor)
}

test('fifty bots killed again and again trade as if never interrupted', async () => {
  await addBots()
  const kills = runsOf(30)
  for (let kill = 0; kill < kills; kill++) {
    const { child, says } = start()
    await says('started')
    const goal = begin + ((kill + Math.random()) / kills) * 0.9 * rows * minuteMs
    await until(async () => (await cursor('max')) >= goal)
    child.kill('SIGKILL')
    await child.exited
    // Expires the leases of the killed process, so that the test need not wait.
    await app.client.execute('update bots set held_until = 0')
  }
  const last = start()
  // A gap is settled only after the source has had time to send the missing minutes.
  await until(async () => (await cursor('min')) === minutes.at(-1)?.openTime)
  last.child.kill('SIGTERM')
  await last.child.exited

  const { rows: stored } = await app.client.execute('select * from bot_trades order by bot_id, id')
  const traded = Map.groupBy(stored, (row) => row.bot_id)
  const scale = { ...termsOf().scale, volumeDigits }
  for (let n = 0; n < bots; n++) {
    const tf = tfOf(n)
    const setup = setupOf(plan(n), { tf, capital: wholeMoney(capital), scale })
    const { fills } = run({ setup, tf, minutes: columnsOf(minutes) })
    expect(fills.length).toBeGreaterThan(1)
    expect(
      traded
        .get(`bot-${n}`)
        ?.map(({ id, time, side, price, quantity, fee, profit }) => [id, time, side, price, quantity, fee, profit]),
    ).toEqual(
      fills.map(({ time, order: { side }, price, quantity, fee, profit }, at) => [
        at + 1,
        time,
        side,
        price,
        quantity,
        fee,
        profit,
      ]),
    )
  }
})
