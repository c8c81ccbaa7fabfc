import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { columnsOf, minute } from '../../../tests/bot-runs.ts'
import { type Db, openDb } from '../../db/client.ts'
import { migrateDb } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations.ts'
import { emptyColumns } from '../../market/columns.ts'
import { wholeUnits } from '../../market/units.ts'
import { wholeMoney } from '../engine/money.ts'
import { listBots, listRevisions } from '../owner/owner-queries.ts'
import { setupOf } from '../plan.ts'
import { type DemoDeps, demoBots, makeDemoBots } from './demo-bots.ts'

const day = 86_400_000
const now = Date.UTC(2026, 0, 15, 12, 30)
const first = now - 7 * day - 30 * 60_000

let folder: string
let dbs: Db[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-demo-bots-'))
  const open = () => openDb({ url: `file:${join(folder, 'app.db')}` })
  const one = await open()
  await migrateDb(one, migrations.app)
  dbs = [one, await open()]
})
afterAll(async () => {
  await Promise.all(dbs.map((db) => db.close()))
  await rm(folder, { recursive: true, force: true })
})

beforeEach(() => db().writeRaw(['delete from bots']))

interface Circumstances {
  source?: 'demo' | 'binance'
  isBackfilling?: boolean
  /** openTime of the oldest minute, ms UTC */
  oldest?: number
}

function depsOf(db: Db, { source = 'demo', isBackfilling = false, oldest = first }: Circumstances = {}): DemoDeps {
  const close = wholeUnits(10_000)
  const candle = { openTime: now, open: close, high: close, low: close, close, volume: close }
  return {
    db,
    now: () => now,
    events: { emit: () => {} },
    market: {
      feed: { id: source },
      state: () => ({ name: 'live', isBackfilling }),
      instrument: (asset) => ({ asset, base: 'A', quote: 'USDT', name: asset, priceDigits: 2, volumeDigits: 3 }),
      current: (asset, tf) => ({ ...candle, asset, tf, isClosed: false, time: now }),
      columns: async ({ from }) => {
        const openTime = Math.max(from, oldest)
        return openTime > now ? emptyColumns(0) : columnsOf([minute(openTime, [10_000, 10_000, 10_000, 10_000])])
      },
    },
  }
}

const [db, other] = [() => dbs[0] as Db, () => dbs[1] as Db]

test('a market with less than a day of prices has no demo bots yet', async () => {
  await makeDemoBots(depsOf(db(), { isBackfilling: true }))
  await makeDemoBots(depsOf(db(), { oldest: now - day / 2 }))
  expect(await listBots(db(), undefined)).toEqual([])
})

test('two processes make one demo bot of each strategy, started seven days back, all valid', async () => {
  await Promise.all([makeDemoBots(depsOf(db())), makeDemoBots(depsOf(other()))])
  await makeDemoBots(depsOf(other()))
  const made = await listBots(db(), undefined)
  expect(made.map(({ plan }) => plan.strategy).sort()).toEqual(['breakout', 'dca', 'grid', 'ma-cross', 'rsi'])
  for (const { row, plan } of made) {
    expect(row).toMatchObject({ userId: null, state: 'running', source: 'demo', startedAt: first })
    expect(row).toMatchObject({ cursor: first - 60_000, name: plan.strategy })
    expect(await listRevisions(db(), row.id)).toHaveLength(1)
    expect(plan.risk?.stopLoss).toBeGreaterThan(0)
    const scale = { priceDigits: 2, volumeDigits: 3, priceStep: 1, quantityStep: 1, minNotional: wholeMoney(0) }
    const stake = { tf: 60 as const, capital: wholeMoney(row.capital), scale }
    expect(setupOf(plan, stake).playing?.id).toBe(plan.strategy)
  }
})

test('a demo bot halted by a source change is restarted; one halted otherwise remains', async () => {
  await makeDemoBots(depsOf(db()))
  const [gone, halted] = demoBots.map(({ id }) => id)
  const end = (id: string | undefined, reason: string) => ({
    sql: "update bots set state = 'halted', reason = ? where id = ?",
    args: [reason, id ?? ''],
  })
  await db().writeRaw([end(gone, 'source-changed'), end(halted, 'drawdown')])
  await Promise.all([
    makeDemoBots(depsOf(db(), { source: 'binance' })),
    makeDemoBots(depsOf(other(), { source: 'binance' })),
  ])
  const rows = new Map((await listBots(db(), undefined)).map(({ row }) => [row.id, row]))
  expect(rows.get(gone ?? '')).toMatchObject({ state: 'running', source: 'binance', reason: null })
  expect(rows.get(halted ?? '')).toMatchObject({ state: 'halted', source: 'demo', reason: 'drawdown' })
  expect(rows.size).toBe(5)
})
