import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { minute as minuteOf } from '../../../tests/bot-runs.ts'
import {
  addBot,
  addCommand,
  cross,
  minutes,
  openBotsDb,
  openPlace,
  openTimeAt,
  rowOf,
  traded,
} from '../../../tests/running-bots.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { emptyColumns } from '../../market/columns.ts'
import { findBot } from '../owner/owner-queries.ts'
import type { Plan } from '../plan.ts'
import { checkDue, createDriftChecks } from './check-drift.ts'
import { findDrift } from './drift-queries.ts'

setDefaultTimeout(60_000)

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openBotsDb())
})
afterAll(() => close())

const now = () => Date.UTC(2026, 0, 7, 12)
const begun = { started_at: openTimeAt(20), cursor: openTimeAt(19) }

async function check(id: string, market: ReturnType<typeof openPlace>['market']) {
  const found = await findBot(db, id, undefined)
  if (!found) throw new Error(`There is no bot ${id}`)
  const outcome = await createDriftChecks({ db, market, now }).check(found.row)
  return outcome.status === 'checked' ? outcome.drift : outcome.status
}

test('a life with pauses, an edit, a restart and a stop is replayed to the same trades', async () => {
  const place = openPlace(db, 'LIFE')
  const id = await addBot(db, 'LIFE', cross, begun)
  expect(await check(id, place.market)).toBe('nothing')
  let bots = place.start()
  const pass = async (count: number) => {
    await bots.claim()
    await bots.idle()
    place.settle(count)
    await bots.idle()
  }
  await pass(100)
  await addCommand(db, id, { do: 'pause' })
  await pass(130)
  await addCommand(db, id, { do: 'resume' })
  await pass(200)
  // Simulates an outage: candles of that time come later, all at once, to another process.
  await bots.close()
  await addCommand(db, id, { do: 'pause', after: openTimeAt(230) })
  await addCommand(db, id, { do: 'resume', after: openTimeAt(260) })
  bots = place.start()
  await pass(290)
  const other: Plan & { after: number } = { ...cross, params: { fast: 3, slow: 30 }, after: openTimeAt(300) }
  await db.writeRaw([
    { sql: 'update bot_revisions set played_after = ? where bot_id = ?', args: [begun.cursor, id] },
    { sql: 'insert into bot_revisions values (?, 2, ?, 0, null)', args: [id, JSON.stringify(other)] },
    { sql: 'update bots set revision = 2 where id = ?', args: [id] },
  ])
  await pass(380)
  await addCommand(db, id, { do: 'halt', reason: 'stopped', sell: true })
  await pass(390)
  await bots.close()
  expect(await rowOf(db, id)).toMatchObject({ state: 'stopped' })
  const trades = await traded(db, id)
  expect(trades.length).toBeGreaterThan(15)
  expect(await check(id, place.market)).toMatchObject({
    trades: trades.length,
    differing: 0,
    report: { differences: [] },
  })
})

test('own rules trade live, over a restart, as the replay of their life does', async () => {
  const place = openPlace(db, 'RULES')
  const text =
    'enter when close > SMA(4, hl2)\nexit when close < SMA(2, SMA(3, ohlc4))\nadd 10% when close < low[2] at most 2\nstop 3%'
  const id = await addBot(db, 'RULES', { ...cross, strategy: 'rules', params: { text } }, begun)
  for (const count of [150, 390]) {
    const bots = place.start()
    await bots.claim()
    await bots.idle()
    place.settle(count)
    await bots.idle()
    await bots.close()
  }
  const trades = await traded(db, id)
  expect(trades.length).toBeGreaterThan(15)
  expect(await check(id, place.market)).toMatchObject({ trades: trades.length, differing: 0 })
})

test('the first fifty differences are stored, together with the total count', async () => {
  const place = openPlace(db, 'MANY')
  const id = await addBot(db, 'MANY', { ...cross, params: { fast: 1, slow: 2 } }, begun)
  const bots = place.start()
  await bots.claim()
  place.settle(400)
  await bots.idle()
  await bots.close()
  const trades = await traded(db, id)
  expect(trades.length).toBeGreaterThan(50)
  await db.writeRaw([{ sql: 'update bot_trades set fee = fee + 1 where bot_id = ?', args: [id] }])
  const drift = await check(id, place.market)
  expect(drift).toMatchObject({ trades: trades.length, differing: trades.length })
  expect(typeof drift === 'string' ? drift : drift.report.differences.length).toBe(50)
})

test('differences are listed with their kind and whether candles were corrected since', async () => {
  const place = openPlace(db, 'CHANGED')
  const id = await addBot(db, 'CHANGED', cross, begun)
  const bots = place.start()
  await bots.claim()
  place.settle(300)
  await bots.idle()
  const trades = await traded(db, id)
  const [, , third, fourth, fifth] = trades
  await db.writeRaw([
    { sql: 'update bot_trades set price = price + 1 where bot_id = ? and id = 3', args: [id] },
    { sql: 'delete from bot_trades where bot_id = ? and id = 4', args: [id] },
    {
      sql: 'insert into bot_trades select bot_id, 4, time + 60000, side, price, quantity, fee, profit, reason, 0, null from bot_trades where bot_id = ? and id = 5',
      args: [id],
    },
  ])
  const drift = await check(id, place.market)
  expect(drift).toMatchObject({
    differing: 3,
    until: openTimeAt(299),
    report: {
      differences: [
        { kind: 'price', live: { time: third?.time }, replayed: { price: third?.price }, isAfterCorrection: false },
        { kind: 'missing', replayed: { time: fourth?.time } },
        { kind: 'extra', live: { time: Number(fifth?.time) + 60_000 } },
      ],
    },
  })
  expect(await findDrift(db, id)).toMatchObject(JSON.parse(JSON.stringify(drift)))

  // The source corrects two minutes: past trades stay as they are, but the check finds a difference.
  const changed = minutes.map((each, n) =>
    n === 250 || n === 251 ? minuteOf(each.openTime, [20_000, 20_010, 19_990, 20_000]) : each,
  )
  place.correct(250, 252)
  await bots.idle()
  const after = await check(id, openPlace(db, 'CHANGED', { all: changed }).market)
  if (typeof after === 'string') throw new Error(after)
  const corrected = after.report.differences.filter(({ isAfterCorrection }) => isAfterCorrection)
  expect(corrected.length).toBeGreaterThan(1)
  expect(corrected.every(({ live, replayed }) => Number((live ?? replayed)?.time) >= openTimeAt(250))).toBe(true)
  expect(after.report.differences[0]).toMatchObject({ isAfterCorrection: false })
  await bots.close()
})

test.each([
  ['candles-gone', { all: minutes.slice(200) }, {}],
  ['source-changed', {}, { source: 'binance' }],
  ['source-changed', { priceDigits: 3 }, {}],
])('a life that cannot be replayed gives the reason: %s', async (failure, place, row) => {
  const asset = `${failure}-${JSON.stringify(place).length}`
  const { market, start, settle } = openPlace(db, asset)
  const id = await addBot(db, asset, cross, begun)
  const bots = start()
  await bots.claim()
  settle(300)
  await bots.idle()
  await bots.close()
  for (const [name, value] of Object.entries(row))
    await db.client.execute({ sql: `update bots set ${name} = ? where id = ?`, args: [value, id] })
  expect(market.feed.id).toBe('demo')
  expect(await check(id, openPlace(db, asset, place).market)).toMatchObject({ report: { failure } })
})

test('every bot is checked once a night, by whichever process comes first', async () => {
  await db.client.execute('delete from bots')
  const place = openPlace(db, 'NIGHT')
  const ids = [await addBot(db, 'NIGHT', cross, begun), await addBot(db, 'NIGHT', cross, begun)]
  const unbegun = await addBot(db, 'NIGHT', cross, { ...begun, state: 'draft' })
  const bots = place.start()
  await bots.claim()
  place.settle(200)
  await bots.idle()
  const checkAt = (day: number, hour: number, minute: number) =>
    checkDue({ db, market: place.market, now: () => Date.UTC(2026, 0, day, hour, minute) })
  const checkedAt = async () => Promise.all(ids.map(async (id) => (await findDrift(db, id))?.checkedAt))
  await Promise.all([checkAt(7, 0, 31), checkAt(7, 0, 31)])
  const first = Date.UTC(2026, 0, 7, 0, 31)
  expect(await checkedAt()).toEqual([first, first])
  expect(await findDrift(db, unbegun)).toBeUndefined()
  place.settle(300)
  await bots.idle()
  // One check is at 03:29 in Moscow, the other at 03:30.
  await checkAt(8, 0, 29)
  expect(await checkedAt()).toEqual([first, first])
  await checkAt(8, 0, 30)
  expect(await checkedAt()).toEqual(Array(2).fill(Date.UTC(2026, 0, 8, 0, 30)))
  // Without new minutes the bot is not checked again the next night.
  await checkAt(9, 0, 30)
  expect(await checkedAt()).toEqual(Array(2).fill(Date.UTC(2026, 0, 8, 0, 30)))
  await bots.close()
})

test('at most sixteen checks run or wait, one at a time; another one is refused as busy', async () => {
  const place = openPlace(db, 'CROWD')
  const found = await findBot(db, await addBot(db, 'CROWD', cross, begun), undefined)
  if (!found) throw new Error('There is no bot')
  const held = Promise.withResolvers<void>()
  let reads = 0
  const columns = async () => {
    reads++
    await held.promise
    return emptyColumns(0)
  }
  const checks = createDriftChecks({ db, market: { ...place.market, columns }, now })
  const row = { ...found.row, snapshot: '{}' }
  const others = Array.from({ length: 16 }, () => checks.check(row))
  expect(await checks.check(row)).toEqual({ status: 'busy' })
  await until(() => reads > 0)
  expect(reads).toBe(1)
  held.resolve()
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(16).fill('checked'))
})
