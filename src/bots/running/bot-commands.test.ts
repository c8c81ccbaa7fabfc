import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  addBot,
  addCommand,
  cross,
  logged,
  minutes,
  openBotsDb,
  openPlace,
  openTimeAt,
  replayed,
  rowOf,
  traded,
} from '../../../tests/running-bots.ts'
import type { Db } from '../../db/client.ts'
import type { Plan } from '../plan.ts'

setDefaultTimeout(60_000)

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openBotsDb())
})
afterAll(() => close())

/** Number of settled minutes after which the strategy `cross` holds something for a while */
const atHolding = (() => {
  const trades = replayed(cross, 400)
  const late = trades.filter(({ time }) => time > openTimeAt(60))
  const buy = late.find(({ side, time }, at) => side === 'buy' && Number(late[at + 1]?.time) > time + 300_000)
  return ((buy?.time ?? 0) - openTimeAt(0)) / 60_000 + 1
})()

async function run(asset: string, count: number, more: { plan?: Plan; all?: typeof minutes } = {}) {
  const place = openPlace(db, asset, more)
  const id = await addBot(db, asset, more.plan ?? cross)
  const bots = place.start()
  await bots.claim()
  place.settle(count)
  await bots.idle()
  return { id, place, bots }
}

const stop = { do: 'halt', reason: 'stopped', sell: true } as const

test('commands after a stop do not wake the bot', async () => {
  const { id, place, bots } = await run('WOKEN', atHolding)
  await addCommand(db, id, stop)
  await addCommand(db, id, { do: 'pause' })
  await addCommand(db, id, { do: 'resume' })
  await bots.claim()
  place.settle(atHolding + 1)
  await bots.idle()
  expect(await rowOf(db, id)).toMatchObject({ state: 'stopped', reason: 'stopped' })
  expect((await traded(db, id)).at(-1)).toMatchObject({ side: 'sell', time: openTimeAt(atHolding) })
  await bots.close()
})

test('a stopped bot does not sell in a minute that had begun before the stop', async () => {
  const { id, place, bots } = await run('BEGUN', atHolding)
  await addCommand(db, id, { ...stop, after: openTimeAt(atHolding) })
  await bots.claim()
  place.settle(atHolding + 3)
  await bots.idle()
  expect((await traded(db, id)).at(-1)).toMatchObject({ side: 'sell', time: openTimeAt(atHolding + 1) })
  expect(await rowOf(db, id)).toMatchObject({ state: 'stopped' })
  await bots.close()
})

test('the log keeps decisions and later commands of the same minute in order', async () => {
  const { id, place, bots } = await run('LOGGED', 100)
  const before = await logged(db, id)
  await addCommand(db, id, { do: 'pause' })
  await bots.claim()
  await bots.idle()
  place.correct(20, 30)
  await bots.idle()
  const after = await logged(db, id)
  expect(after.slice(0, before.length)).toEqual(before)
  const added = after.slice(before.length)
  expect(added.map(({ entry }) => entry.kind)).toEqual(['mode', 'corrected'])
  expect(added[1]?.entry).toMatchObject({ from: openTimeAt(20), to: openTimeAt(30) })
  // A change of candles that the bot has not processed yet is no correction.
  place.correct(150, 160)
  await bots.idle()
  expect(await logged(db, id)).toEqual(after)
  await bots.close()
})

test('corrections that wait for delivery are merged into few spans', async () => {
  const { id, place, bots } = await run('CORRECTED', 200)
  const before = await logged(db, id)
  // All ten corrections are emitted before the bot runs.
  for (let n = 0; n < 10; n++) place.correct(10 * n, 10 * n + 5)
  await bots.idle()
  const added = (await logged(db, id)).slice(before.length).map(({ entry }) => entry)
  expect(added).toMatchObject([
    { kind: 'corrected', from: openTimeAt(0), to: openTimeAt(85) },
    { kind: 'corrected', from: openTimeAt(90), to: openTimeAt(95) },
  ])
  await bots.close()
})

test('another revision gets its full warm-up, even if the previous one needed less', async () => {
  const { id, place, bots } = await run('LONGER', atHolding - 1)
  await bots.close()
  const again = place.start()
  const slow: Plan = { ...cross, params: { fast: 3, slow: 40 } }
  await db.writeRaw([
    { sql: 'insert into bot_revisions values (?, 2, ?, 0, null)', args: [id, JSON.stringify(slow)] },
    { sql: 'update bots set revision = 2 where id = ?', args: [id] },
  ])
  await again.claim()
  await again.idle()
  place.settle(atHolding)
  await again.idle()
  expect((await logged(db, id)).at(-1)?.entry).toMatchObject({ signals: { slow: expect.any(Number) } })
  await again.close()
})

test('a restart after missing minutes still has the full warm-up', async () => {
  const all = minutes.filter((_, n) => n < 100 || n >= 130)
  const whole = await run('GAP', 101, { all })
  whole.place.settle(110)
  await whole.bots.idle()
  const { id, place, bots } = await run('AGAIN', 101, { all })
  await bots.close()
  const again = place.start()
  await again.claim()
  place.settle(110)
  await again.idle()
  expect(await logged(db, id)).toEqual(await logged(db, whole.id))
  await Promise.all([whole.bots.close(), again.close()])
})

const revise = (id: string, revision: number, plan: Plan & { after: number }) =>
  db.writeRaw([
    { sql: 'insert into bot_revisions values (?, ?, ?, 0, null)', args: [id, revision, JSON.stringify(plan)] },
    { sql: 'update bots set revision = ? where id = ?', args: [revision, id] },
  ])

async function playedAfter(id: string) {
  const sql = 'select played_after from bot_revisions where bot_id = ? order by revision'
  return (await db.client.execute({ sql, args: [id] })).rows.map(({ played_after }) => played_after)
}

test('a bot far behind the market pauses and resumes at the times of the commands', async () => {
  const { id, place, bots } = await run('BEHIND', 100)
  await bots.close()
  await addCommand(db, id, { do: 'pause', after: openTimeAt(200) })
  await addCommand(db, id, { do: 'resume', after: openTimeAt(250) })
  const again = place.start()
  await again.claim()
  place.settle(400)
  await again.idle()
  const trades = await traded(db, id)
  const seen = ({ time }: { time: unknown }) => Number(time) <= openTimeAt(200)
  expect(trades.filter(seen)).toEqual(replayed(cross, 400).filter(seen))
  const buys = trades.filter(({ side }) => side === 'buy').map(({ time }) => Number(time))
  // After the pause, orders placed at the close of that minute still fill.
  expect(buys.filter((time) => time > openTimeAt(201) && time <= openTimeAt(250))).toEqual([])
  expect(buys.some((time) => time > openTimeAt(250))).toBe(true)
  await again.close()
})

test('a bot far behind the market switches revisions at their times, even after a restart', async () => {
  const { id, place, bots } = await run('REVISIONS', 100)
  await bots.close()
  await revise(id, 2, { ...cross, params: { fast: 3, slow: 12 }, after: openTimeAt(200) })
  await revise(id, 3, { ...cross, params: { fast: 4, slow: 20 }, after: openTimeAt(300) })
  for (const count of [150, 250, 400]) {
    const again = place.start()
    await again.claim()
    place.settle(count)
    await again.idle()
    await again.close()
  }
  const seen = ({ time }: { time: unknown }) => Number(time) <= openTimeAt(200)
  expect((await traded(db, id)).filter(seen)).toEqual(replayed(cross, 400).filter(seen))
  const [, second, third] = (await playedAfter(id)).map(Number)
  expect(second).toBeGreaterThanOrEqual(openTimeAt(200))
  expect(second).toBeLessThan(openTimeAt(300))
  expect(third).toBeGreaterThanOrEqual(openTimeAt(300))
})

test('a revision takes effect before the next minute after its own, even if that is missing', async () => {
  const { id, place, bots } = await run('UNSEEN', 1, { all: minutes.filter((_, n) => n < 60 || n >= 70) })
  // A bot that holds nothing switches at once.
  await addCommand(db, id, { do: 'pause' })
  await revise(id, 2, { ...cross, params: { fast: 3, slow: 12 }, after: openTimeAt(40) })
  await revise(id, 3, { ...cross, params: { fast: 4, slow: 20 }, after: openTimeAt(65) })
  await revise(id, 4, { ...cross, params: { fast: 5, slow: 20 }, after: openTimeAt(68) })
  await bots.claim()
  place.settle(100)
  await bots.idle()
  expect(await playedAfter(id)).toEqual([null, openTimeAt(40), null, openTimeAt(59)])
  expect(await rowOf(db, id)).toMatchObject({ state: 'paused' })
  await bots.close()
})

test('a revision due before the next minute is played, although another one is due after it', async () => {
  const { id, place, bots } = await run('EXACT', 1)
  await revise(id, 2, { ...cross, params: { fast: 3, slow: 12 }, after: openTimeAt(0) })
  await revise(id, 3, { ...cross, params: { fast: 4, slow: 20 }, after: openTimeAt(1) })
  await bots.claim()
  place.settle(3)
  await bots.idle()
  expect(await playedAfter(id)).toEqual([null, openTimeAt(0), openTimeAt(1)])
  await bots.close()
})
